-- Sign-ups of visitors. The account is made when the visitor has opened the link that was mailed to the address, so
-- an address that is not verified is in no list and blocks nobody.

-- Invitation links of harvest centers for staff. Each is for one person.
create table staff_invitations (
  like numbered_row,
  center_id bigint not null,
  -- The center itself, or an admin.
  created_by bigint,
  token_hash bytea not null,
  -- The center's `staff_link_version` when the link was made. The link ends when the version changes.
  link_version integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (domain_id, token_hash),
  foreign key (domain_id, created_by) references users (domain_id, id) on delete set null (created_by)
);
create index staff_invitations_by_creator on staff_invitations (domain_id, created_by);
create index staff_invitations_unused on staff_invitations (domain_id, expires_at) where used_at is null;
select tenant_table('staff_invitations', 'select, insert, update (used_at)', 'numbered');
select belongs_to('staff_invitations', 'users', 'center_id');

create table sign_ups (
  like numbered_row,
  subscription smallint not null,
  -- From here to `form`: only until the account exists.
  company text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  email_key text not null generated always as (lower(email)) stored,
  password_hash text,
  form jsonb,
  -- Of a referral center that used the link of its harvest center: the center's `referral_link_version` then.
  referral_link_version integer,
  -- The sales rep or the harvest center whose link was used.
  rep_id bigint,
  center_id bigint,
  -- Of staff. The unique constraint lets one person use an invitation.
  invitation_id bigint,
  -- The account, from the moment when the address was verified.
  user_id bigint,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  unique (domain_id, invitation_id),
  foreign key (domain_id, rep_id) references users (domain_id, id) on delete set null (rep_id),
  foreign key (domain_id, center_id) references users (domain_id, id) on delete set null (center_id),
  foreign key (domain_id, invitation_id) references staff_invitations (domain_id, id)
    on delete set null (invitation_id),
  constraint sign_ups_user_id_check check ((user_id is null) = (verified_at is null)),
  constraint sign_ups_form_check check ((user_id is null) = (form is not null)),
  constraint sign_ups_password_hash_check check ((user_id is null) = (password_hash is not null))
);
create index sign_ups_pending on sign_ups (domain_id, email_key, id desc) where user_id is null;
create index sign_ups_by_age on sign_ups (domain_id, created_at) where user_id is null;
create index sign_ups_by_rep on sign_ups (domain_id, rep_id, id desc) where rep_id is not null;
create index sign_ups_by_center on sign_ups (domain_id, center_id, id desc) where center_id is not null;
select tenant_table('sign_ups', 'select, insert, update, delete', 'numbered');
select belongs_to('sign_ups', 'users', 'user_id');

-- Mailed links that verify the address of a sign-up.
create table sign_up_links (
  like numbered_row,
  sign_up_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (domain_id, token_hash),
  foreign key (domain_id, sign_up_id) references sign_ups (domain_id, id) on delete cascade
);
create index sign_up_links_by_sign_up on sign_up_links (domain_id, sign_up_id);
select tenant_table('sign_up_links', 'select, insert, delete', 'numbered');
