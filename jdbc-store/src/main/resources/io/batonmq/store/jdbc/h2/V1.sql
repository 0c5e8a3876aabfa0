-- Every key begins with the lease: several leases may share a database, each with its own holder and destinations.
-- Positions are (epoch, counter), given by the one writer. Times are the database's, in milliseconds since 1970.
-- Statements end with a semicolon at the end of a line; each may run again over what a broken attempt left.

create table if not exists baton_meta (
    id integer primary key check (id = 1),
    version integer not null,
    cluster varchar(32) not null
);

create table if not exists baton_lease (
    lease varchar(255) primary key,
    epoch bigint not null,
    renewals bigint not null,
    expires_at bigint not null,
    -- Batches below this number are over, though their rows may be gone: a late copy of one must not pass.
    batch_floor bigint not null,
    holder varchar(255),
    incarnation varchar(32),
    advertise varchar(1024),
    successor varchar(255)
);

create table if not exists baton_node (
    lease varchar(255) not null,
    node varchar(255) not null,
    incarnation varchar(32) not null,
    advertise varchar(1024) not null,
    seen_at bigint not null,
    primary key (lease, node)
);

create table if not exists baton_batch (
    lease varchar(255) not null,
    epoch bigint not null,
    number bigint not null,
    primary key (lease, epoch, number)
);

create table if not exists baton_queue (
    lease varchar(255) not null,
    queue bigint not null,
    kind smallint not null,
    name varchar(255) not null,
    topic varchar(255),
    client_id varchar(255),
    selector varchar,
    no_local boolean not null,
    shared boolean not null,
    owner varchar(32),
    depth bigint not null,
    bytes bigint not null,
    head_epoch bigint not null,
    head_counter bigint not null,
    mark_epoch bigint not null,
    mark_counter bigint not null,
    removed boolean not null,
    primary key (lease, queue)
);

create table if not exists baton_message (
    lease varchar(255) not null,
    queue bigint not null,
    epoch bigint not null,
    counter bigint not null,
    level smallint not null,
    size integer not null,
    delivery_count integer not null,
    available_at bigint not null,
    expires_at bigint not null,
    bytes varbinary(1048576),
    content_epoch bigint,
    content_counter bigint,
    content_length bigint not null,
    primary key (lease, queue, epoch, counter)
);

-- Pages of one level, in order.
create index if not exists baton_message_page on baton_message (lease, queue, level, epoch, counter);

create index if not exists baton_message_content on baton_message (lease, content_epoch, content_counter);

create table if not exists baton_content (
    lease varchar(255) not null,
    epoch bigint not null,
    counter bigint not null,
    chunk integer not null,
    bytes varbinary(1048576) not null,
    primary key (lease, epoch, counter, chunk)
);

create table if not exists baton_connection (
    lease varchar(255) not null,
    connection varchar(32) not null,
    secret_hash varbinary(1048576) not null,
    user_name varchar(255),
    client_id varchar(255),
    attach varchar(32) not null,
    reconnect_delay bigint not null,
    detached_since bigint not null,
    primary key (lease, connection)
);

create table if not exists baton_session (
    lease varchar(255) not null,
    connection varchar(32) not null,
    session integer not null,
    durable bigint not null,
    dispatched boolean not null,
    claims_void boolean not null,
    closed_at bigint not null,
    primary key (lease, connection, session)
);

create table if not exists baton_refusal (
    lease varchar(255) not null,
    connection varchar(32) not null,
    session integer not null,
    number bigint not null,
    code integer not null,
    text varchar not null,
    primary key (lease, connection, session, number)
);

create table if not exists baton_stage (
    lease varchar(255) not null,
    epoch bigint not null,
    counter bigint not null,
    connection varchar(32) not null,
    session integer not null,
    transaction bigint not null,
    commands integer not null,
    base_epoch bigint,
    base_counter bigint,
    primary key (lease, epoch, counter)
);

create table if not exists baton_staged (
    lease varchar(255) not null,
    stage_epoch bigint not null,
    stage_counter bigint not null,
    place bigint not null,
    deletes boolean not null,
    queue bigint not null,
    epoch bigint not null,
    counter bigint not null,
    level smallint not null,
    size integer not null,
    delivery_count integer not null,
    available_at bigint not null,
    expires_at bigint not null,
    bytes varbinary(1048576),
    content_epoch bigint,
    content_counter bigint,
    content_length bigint not null,
    primary key (lease, stage_epoch, stage_counter, place)
);

create index if not exists baton_staged_content on baton_staged (lease, content_epoch, content_counter);
