-- One row about the installation itself. Only the owner reads and writes it.
create table installation (
  id boolean primary key default true check (id),
  -- Derived from SECRET_KEY and not reversible: a process with another key is refused before it changes anything.
  key_fingerprint bytea not null
);
