-- When a user is deleted (110), PostgreSQL looks for rows that refer to it, in every table that may have some. Without an index it reads
-- such a table as a whole, a million sales among them. A test of the catalog asks for an index of every reference to users.

create index transactions_by_payer on transactions (domain_id, payer_id);
create index transactions_by_staff on transactions (domain_id, hc_staff_id) where hc_staff_id is not null;
create index invoices_of_user on invoices (domain_id, user_id);
create index attempts_of_user on checkout_attempts (domain_id, user_id);
create index vial_entries_by_writer on vial_entries (domain_id, created_by) where created_by is not null;
create index label_requests_by_asker on label_requests (domain_id, requested_by);
create index vials_by_lab on vials (domain_id, lab_id) where lab_id is not null;
