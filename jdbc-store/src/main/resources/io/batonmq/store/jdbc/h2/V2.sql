-- Of which queues a session was sent messages: their numbers, with commas between; null = as dispatched says, of any.
alter table baton_session add column if not exists sent_queues varchar;
