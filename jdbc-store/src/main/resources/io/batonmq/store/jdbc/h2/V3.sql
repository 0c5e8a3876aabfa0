-- Messages up to here may have been seen by an application that was not heard (R10); null = as far as the mark: written by a
-- node that did not know of it.
alter table baton_queue add column if not exists doubt_epoch bigint;
alter table baton_queue add column if not exists doubt_counter bigint;
