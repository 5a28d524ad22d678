-- Admins change the settings of their domain, and go back to earlier ones.

-- Every domain is read, before a transaction has one. The application changes the domain of its transaction only.
alter table domains enable row level security;
create policy read_every_domain on domains for select using (true);
create policy change_own_domain on domains for update using (id = current_domain()) with check (id = current_domain());
grant update (
  name, description, logo, favicon, email_sender, email_notifications,
  primary_color, radius, login_color, login_image,
  phone, address, privacy_url, terms_url,
  time_zone, country, idle_minutes, session_hours, two_step_memberships,
  plating_rule, quality_rule, testing_rule, quarantine_rule, min_quality_checks, min_quarantine_days, rule_overriders,
  label_documents_rule,
  updated_at
) on domains to vialdesk_app;
grant insert, update on domain_secrets to vialdesk_app;

-- One row for each change of the settings, with all settings before and after it. It has no password. Images stay in the file store
-- as long as a version names them, so that the version can be restored.
create table domain_versions (
  like numbered_row,
  changed_at timestamptz not null default now(),
  -- Null for the console.
  actor_id bigint,
  before jsonb not null,
  after jsonb not null
);
select tenant_table('domain_versions', 'select, insert', 'numbered', 'append_only');
