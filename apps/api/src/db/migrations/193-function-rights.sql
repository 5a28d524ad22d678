-- The functions that other roles than the owner execute. Nobody else may: migrate.ts revokes the right that
-- PostgreSQL gives to everybody. Trigger functions need no right. The functions with the rights of their owner
-- are granted where they are created.

-- The settings of the transaction and the names of roles, for policies, triggers and queries.
grant execute on function current_domain, membership_id to vialdesk_app, vialdesk_search;
grant execute on function current_actor, current_impersonator to vialdesk_app;

-- The beginning of a call.
grant execute on function resolve_session, resolve_access_token, is_live_session to vialdesk_app;

-- Generated columns, indexed expressions, defaults and triggers of the rows that the application writes.
grant execute on function
  split_words, search_words, words_with_block, user_words, domain_tags, new_vial_code, tracking_key, week_number,
  month_number,
  sort_text, user_sort_name, stage_number, vial_state_number, vial_sort_place, document_status_number,
  parcel_number,
  transaction_words, label_request_words, document_words
  to vialdesk_app;

-- Queries of the application.
grant execute on function
  audit_hash, search_query, word_query, short_number, centers_of_staff, centers_of_lab, stage_of, commission_base,
  commission_rate_of, runs_installation, searched_id, unmet_release_rules
  to vialdesk_app;

-- The search by words.
grant execute on function
  split_words, search_query, word_query, is_tallied_word, whole_words_query, locate_page, domain_tags, match_transactions, short_number,
  patient_block, patient_blocks, searched_id, searched_phones, find_users_by_number, places_of_words,
  known_words, rows_of_rarest_word, without_words_of_all_rows, word_patterns, reads_patients_of_centers
  to vialdesk_search;

-- Whether the key of a process is the key of the installation. The application may not read the fingerprint.
create function is_installation_key(fingerprint bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from installation i where i.key_fingerprint = fingerprint)
$$;
grant execute on function is_installation_key to vialdesk_app;

-- The workers have the rights of the application, the tables of the queue (migrate.ts), and these: night work
-- deletes old rows, and a start makes or renews the certificate that seals documents.
grant delete on
  notices, questions, sessions, password_links, stored_files, payment_webhook_events, staff_invitations
  to vialdesk_worker;
grant select, insert, update on signing_certificate to vialdesk_worker;
