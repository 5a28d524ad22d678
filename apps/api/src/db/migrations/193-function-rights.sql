-- The functions that other roles than the owner execute. Nobody else may: migrate.ts revokes the right that
-- PostgreSQL gives to everybody. Trigger functions need no right. The functions with the rights of their owner
-- are granted where they are created.

-- The settings of the transaction and the names of roles, for policies, triggers and queries.
grant execute on function current_domain, membership_id to vialdesk_app, vialdesk_search;
grant execute on function current_actor, current_impersonator to vialdesk_app;

-- The beginning of a call.
grant execute on function resolve_session, resolve_access_token to vialdesk_app;

-- Generated columns, indexed expressions, defaults and triggers of the rows that the application writes.
grant execute on function
  split_words, search_words, words_with_block, user_words, domain_tags, new_vial_code, week_number,
  transaction_words, label_request_words, document_words
  to vialdesk_app;

-- Queries of the application.
grant execute on function
  search_query, centers_of_staff, centers_of_lab, stage_of, commission_base, commission_rate_of, runs_installation
  to vialdesk_app;

-- The search by words.
grant execute on function
  split_words, search_query, is_tallied_word, whole_words_query, locate_page, domain_tags, match_transactions
  to vialdesk_search;
