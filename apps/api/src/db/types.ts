/** Generated from the migrations by `npm run portal -- db-types`. Do not edit. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as ISO 8601 in UTC. */
type Moment = ColumnType<string, string | Date, string | Date>
type MomentByDefault = ColumnType<string, string | Date | undefined, string | Date>
type Json = ColumnType<unknown, string, string>
type JsonByDefault = ColumnType<unknown, string | undefined, string>

export interface Tables {
  access_tokens: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    name: string
    token_hash: Buffer
    prefix: string
    calls: string[]
    created_at: MomentByDefault
    expires_at: Moment
    last_used_at: Moment | null
    revoked_at: Moment | null
  }
  asset_attachments: {
    domain_id: number
    id: GeneratedAlways<number>
    asset_id: number
    position: number
    type: number
    name: Generated<string>
    url: string | null
    file_name: string | null
    views: Generated<number>
  }
  asset_files: {
    domain_id: number
    name: string
    key: GeneratedAlways<string>
    size: number
    media_type: string
  }
  asset_sections: {
    domain_id: number
    id: GeneratedAlways<number>
    asset_id: number
    position: number
    url: string
  }
  assets: {
    domain_id: number
    id: GeneratedAlways<number>
    asset_name: string
    description: string
    membership_ids: Generated<number[]>
    created_at: MomentByDefault
    version: Generated<number>
  }
  association_requests: {
    domain_id: number
    id: GeneratedAlways<number>
    referral_center_id: number
    center_id: number
    requested_at: MomentByDefault
    decision: string | null
    decided_at: Moment | null
    decided_by: number | null
  }
  audit_heads: {
    domain_id: number
    chain: number
    last_number: number
    last_id: number
    last_hash: Buffer
  }
  audit_log: {
    domain_id: number
    id: GeneratedAlways<number>
    at: Moment
    type: string
    actor_id: number | null
    impersonator_id: number | null
    subject_id: number | null
    patient_id: number | null
    before: Json | null
    after: Json | null
    ip: string | null
    request_id: string | null
    chain: number
    number: number
    hash: Buffer
  }
  card_additions: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    status: Generated<string>
    created_at: MomentByDefault
  }
  card_deletions: {
    domain_id: number
    user_id: number
    gateway: string
    card: string
    asked_at: MomentByDefault
    deleted_at: Moment | null
  }
  checkout_attempts: {
    domain_id: number
    id: Generated<string>
    invoice_id: string
    attempt_no: number
    ref_id: string
    user_id: number
    kind: string
    request_hash: Buffer
    status: string
    amount_cents: number
    currency: Generated<string>
    order_data: Json
    gateway: string
    gateway_trans_id: string | null
    outcome_code: string | null
    user_message: string | null
    avs: string | null
    cvv: string | null
    card_brand: string | null
    card_last4: string | null
    transaction_id: number | null
    lease_until: Moment
    next_check_at: Moment | null
    checks: Generated<number>
    review_note: string | null
    created_at: MomentByDefault
    finished_at: Moment | null
  }
  commission_entries: {
    domain_id: number
    id: GeneratedAlways<number>
    transaction_id: number
    user_id: number
    membership: number
    step: number
    kind: string
    cents: number
    base_cents: number
    rate_id: number
    basis_points: number | null
    flat_cents: number | null
    note: Generated<string>
    day: string
    month: GeneratedAlways<string>
    created_at: MomentByDefault
  }
  commission_paid_entries: {
    domain_id: number
    entry_id: number
    payout_id: number
  }
  commission_payouts: {
    domain_id: number
    id: GeneratedAlways<number>
    run_id: string
    user_id: number
    statement_id: number | null
    transaction_id: number | null
    cents: number
    lines: number
    paid_on: string
    method: string
    reference: string
    created_at: MomentByDefault
    created_by: number | null
    cancelled_at: Moment | null
  }
  commission_rates: {
    domain_id: number
    id: GeneratedAlways<number>
    membership: number
    user_id: number | null
    product_id: number | null
    basis_points: number | null
    flat_cents: number | null
    valid_from: string
    created_at: MomentByDefault
    created_by: number | null
  }
  commission_settings: {
    domain_id: number
    id: GeneratedAlways<number>
    enabled: boolean
    flat_only_products: Generated<number[]>
    created_at: MomentByDefault
    created_by: number | null
  }
  commission_statements: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    month: string
    earned_cents: number
    paid_cents: Generated<number>
    lines: number
    paid_lines: Generated<number>
  }
  conversation_messages: {
    domain_id: number
    id: GeneratedAlways<number>
    conversation_id: number
    side: string
    author_id: number
    request_id: string
    text: string
    sent_at: MomentByDefault
  }
  conversations: {
    domain_id: number
    id: GeneratedAlways<number>
    patient_id: number
    center_id: number
    newest: Generated<number>
    newest_side: string
    newest_at: MomentByDefault
    patient_unread: Generated<number>
    center_unread: Generated<number>
    patient_read: Generated<number>
    center_read: Generated<number>
    place: GeneratedAlways<number | null>
  }
  coupon_uses: {
    domain_id: number
    attempt_id: string
    coupon_id: number
    discount_cents: number
    state: Generated<string>
    created_at: MomentByDefault
  }
  coupons: {
    domain_id: number
    id: GeneratedAlways<number>
    name: string
    code: string
    discount_cents: number
    max_use_number: number
    used_number: Generated<number>
    reserved_number: Generated<number>
    was_used: Generated<boolean>
    product_ids: Generated<number[]>
    harvest_center_id: number | null
    status: Generated<number>
    created_at: MomentByDefault
  }
  document_events: {
    domain_id: number
    id: GeneratedAlways<number>
    document_id: number
    recipient_id: number | null
    user_id: number | null
    impersonator_id: number | null
    at: MomentByDefault
    type: string
    ip: string | null
    user_agent: string | null
    detail: Generated<string>
  }
  document_recipients: {
    domain_id: number
    id: GeneratedAlways<number>
    document_id: number
    role: string
    position: number
    user_id: number | null
    name: string
    email: string
    status: Generated<string>
    secret_version: Generated<number>
    secret_hash: Buffer | null
    secret_expires_at: Moment | null
    copy_secret_hash: Buffer | null
    copy_expires_at: Moment | null
    viewed_at: Moment | null
    proof_hash: Buffer | null
    consent_version: string | null
    consent_sha256: string | null
    consented_at: Moment | null
    consent_ip: string | null
    consent_user_agent: string | null
    signed_at: Moment | null
    signed_by: number | null
    signed_name: string | null
    ip: string | null
    user_agent: string | null
    time_zone: Generated<string>
    signature_kind: string | null
    signature_key: string | null
    initials_key: string | null
    values: Json | null
    signed_sha256: string | null
    short_id: string | null
  }
  documents: {
    domain_id: number
    id: GeneratedAlways<number>
    document_id: string
    party: string
    kind: string
    name: string
    message: Generated<string>
    template_id: number | null
    template_version: number | null
    provider: Generated<string>
    provider_ref: string | null
    status: Generated<string>
    step: string
    failure: Generated<string>
    patient_id: number | null
    patient_name: Generated<string>
    patient_email: Generated<string>
    harvest_center_id: number | null
    referral_center_id: number | null
    referred_center_id: number | null
    requested_by: number | null
    prefill: JsonByDefault
    reason: Generated<string>
    note: Generated<string>
    expires_at: Moment | null
    reminders: Generated<number>
    next_reminder_at: Moment | null
    created_at: MomentByDefault
    completed_at: Moment | null
    original_key: string | null
    original_sha256: string | null
    sealed_key: string | null
    sealed_sha256: string | null
    sealed_at: Moment | null
    sealed_pages: number | null
    hidden_at: Moment | null
    legal_hold: Generated<boolean>
    search: Generated<string>
  }
  domain_hosts: {
    host: string
    domain_id: number
  }
  domain_secrets: {
    domain_id: number
    admin_form_password_hash: string | null
  }
  domain_versions: {
    domain_id: number
    id: GeneratedAlways<number>
    changed_at: MomentByDefault
    actor_id: number | null
    before: Json
    after: Json
  }
  domains: {
    id: GeneratedAlways<number>
    identifier: string
    name: string
    description: Generated<string>
    logo: string | null
    favicon: string | null
    email_sender: string
    email_notifications: Generated<string>
    primary_color: Generated<string>
    radius: Generated<string>
    login_color: string | null
    login_image: string | null
    phone: Generated<string>
    address: Generated<string>
    privacy_url: Generated<string>
    terms_url: Generated<string>
    time_zone: Generated<string>
    country: Generated<string>
    idle_minutes: Generated<number>
    session_hours: Generated<number>
    two_step_memberships: Generated<number[]>
    plating_rule: Generated<string>
    quality_rule: Generated<string>
    testing_rule: Generated<string>
    quarantine_rule: Generated<string>
    min_quality_checks: Generated<number>
    min_quarantine_days: Generated<number>
    rule_overriders: Generated<string>
    label_documents_rule: Generated<string>
    demo: Generated<boolean>
    demo_log_in_known: Generated<boolean>
    updated_at: MomentByDefault
  }
  'gateway_sim.sim_cards': {
    domain_id: number
    id: GeneratedAlways<number>
    customer_id: number
    brand: string
    last4: string
    expiry: string
    zip: string
    holder: Generated<string>
    deleted_at: Moment | null
  }
  'gateway_sim.sim_closed_invoices': {
    domain_id: number
    invoice_number: string
  }
  'gateway_sim.sim_customers': {
    domain_id: number
    id: GeneratedAlways<number>
    reference: string
  }
  'gateway_sim.sim_transactions': {
    domain_id: number
    id: GeneratedAlways<number>
    kind: string
    ref_id: string
    charge_id: number | null
    invoice_number: string
    amount_cents: number
    status: string
    reason: string
    auth_code: string | null
    avs: string | null
    cvv: string | null
    brand: string
    last4: string
    expiry: string
    customer_id: number | null
    submitted_at: Moment
    captured_at: Moment | null
  }
  installation: {
    id: Generated<boolean>
    key_fingerprint: Buffer
  }
  installation_admins: {
    domain_id: number
    user_id: number
    added_at: MomentByDefault
  }
  invoice_counters: {
    domain_id: number
    last: number
  }
  invoices: {
    domain_id: number
    id: string
    user_id: number
    created_at: MomentByDefault
    expires_at: MomentByDefault
  }
  known_devices: {
    domain_id: number
    user_id: number
    marker_hash: Buffer
    last_used_at: MomentByDefault
    expires_at: Moment
  }
  lab_records: {
    domain_id: number
    user_id: number
    date_adipose_shipped_to_lab: string | null
    date_adipose_received_by_lab: string | null
    estimated_date_vials_ready_to_ship: string | null
    estimated_date_manual: Generated<boolean>
    date_vials_ready_to_ship: string | null
    number_times_qc_done: Generated<number>
    stemcell_plating_initiated_date: string | null
    stemcell_plating_successful: number | null
    hla_typing_test: number | null
    infectious_testing_complete: number | null
    vials_preparation: Generated<number>
    vials_ready_ship: Generated<number>
    promised_ready_date: string | null
    delay_reason: Generated<string>
    version: Generated<number>
  }
  label_mails: {
    domain_id: number
    request_id: number
    click: string
    asked_at: MomentByDefault
  }
  label_request_patients: {
    domain_id: number
    request_id: number
    patient_id: number
  }
  label_requests: {
    domain_id: number
    id: GeneratedAlways<number>
    center_id: number
    requested_by: number
    transaction_id: number | null
    email: string
    representative: string
    doctor: Generated<string>
    doctor_name: Generated<string>
    doctor_email: Generated<string>
    doctor_phone: Generated<string>
    other_patient_name: Generated<string>
    unsigned_confirmed: Generated<boolean>
    override_reason: Generated<string>
    label_date: string
    address1: string
    address2: Generated<string>
    city: string
    state_desc: string
    country_desc: string
    zip_code: string
    tracking_number: Generated<string>
    tracking_key: GeneratedAlways<string>
    tracking_link: Generated<string>
    pdf_file: string | null
    notification_sent: Generated<boolean>
    carrier_state: Generated<string>
    carrier_tries: Generated<number>
    carrier_asked_at: Moment | null
    tracking_status: string | null
    tracking_text: Generated<string>
    tracked_at: Moment | null
    received_on: string | null
    parcel: Generated<string>
    created_at: MomentByDefault
    search: Generated<string>
  }
  last_log_ins: {
    domain_id: number
    id: number
    subscription: number
    last_login: Moment | null
  }
  locations: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    location_name: Generated<string>
    address1: string
    address2: Generated<string>
    city: string
    state_desc: string
    country_desc: string
    zip_code: Generated<string>
    template_id: string | null
    is_default: Generated<boolean>
  }
  mail_keys: {
    domain_id: number
    id: GeneratedAlways<number>
    selector: string
    public_key: string
    private_key: Buffer
    found_in: string | null
    created_at: MomentByDefault
  }
  mail_outbox: {
    domain_id: number
    id: GeneratedAlways<number>
    message_id: string
    sender_name: string
    sender_email: string
    recipient: string
    reply_to: string | null
    subject: string
    text: string
    html: string
    sealed_secret: Buffer | null
    secret_expires_at: Moment | null
    sent_at: MomentByDefault
  }
  mail_records: {
    domain_id: number
    purpose: string
    name: string
    value: string
    valid: boolean | null
    problem: string
    checked_at: Moment
  }
  mails: {
    domain_id: number
    id: GeneratedAlways<number>
    task: string | null
    payload: Json | null
    job_number: number | null
    message_id: string | null
    user_id: number | null
    recipient: Generated<string>
    recipient_key: GeneratedAlways<string>
    subject: Generated<string>
    status: Generated<string>
    reason: Generated<string>
    queued_at: MomentByDefault
    done_at: Moment | null
    resent_of: number | null
  }
  memberships: {
    domain_id: number
    id: number
    name: string
  }
  notice_choices: {
    domain_id: number
    user_id: number
    kind: string
    by_mail: boolean
  }
  notices: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    kind: string
    about_id: number | null
    title: string
    text: string
    path: string | null
    created_at: MomentByDefault
    read_at: Moment | null
  }
  password_links: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    reason: string
    token_hash: Buffer | null
    created_at: MomentByDefault
    expires_at: Moment
    opened_at: Moment | null
    used_at: Moment | null
  }
  patient_stages: {
    domain_id: number
    user_id: number
    stage: string
    center_id: number | null
    referral_center_id: number | null
    rep_id: number | null
    due: string | null
    sort_name: string | null
    words: Generated<string>
    received: string | null
    expected: string | null
    arrived: Generated<boolean>
    never_signed_in: Generated<boolean>
  }
  payment_customers: {
    domain_id: number
    user_id: number
    gateway: string
    customer_profile_id: string
    default_card: string | null
  }
  payment_settings: {
    domain_id: number
    gateway: Generated<string>
    environment: Generated<string>
    api_login_id: Generated<string>
    client_key: Generated<string>
    transaction_key: Buffer | null
    signature_key: Buffer | null
  }
  payment_webhook_events: {
    domain_id: number
    gateway: string
    event_id: string
    event: string
    gateway_trans_id: string | null
    ref_id: string | null
    received_at: MomentByDefault
    applied_at: Moment | null
  }
  product_prices: {
    domain_id: number
    product_id: number
    price_cents: number
    shipping_cents: number
  }
  products: {
    domain_id: number
    id: number
    name: string
    description: Generated<string>
    price_cents: number
    shipping_cents: Generated<number>
    sold_to: Generated<number[]>
    ships: Generated<boolean>
    has_shipping: Generated<boolean>
    active: Generated<boolean>
  }
  questions: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    name: string
    email: string
    phone_number: string
    message: string
    asked_at: MomentByDefault
    sent_to: Generated<string[]>
    sent_at: Moment | null
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  referral_centers: {
    domain_id: number
    referral_center_id: number
    center_id: number
  }
  refunds: {
    domain_id: number
    id: string
    transaction_id: number
    ref_id: string
    kind: string
    amount_cents: number
    status: Generated<string>
    note: string
    user_id: number
    impersonator_id: number | null
    gateway_trans_id: string | null
    outcome_code: string | null
    message: Generated<string>
    created_at: MomentByDefault
    finished_at: Moment | null
    lease_until: Moment
    next_check_at: Moment | null
    checks: Generated<number>
  }
  rule_overrides: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    entry_id: number
    rules: string[]
    reason: string
    at: MomentByDefault
    actor_id: Generated<number | null>
    impersonator_id: Generated<number | null>
  }
  saved_views: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    list: string
    name: string
    filter: Json
    shared: Generated<boolean>
  }
  schema_migrations: {
    name: string
    checksum: string
    ran_at: MomentByDefault
  }
  sessions: {
    domain_id: number
    id: GeneratedAlways<number>
    token_hash: Buffer
    user_id: number
    kind: Generated<string>
    parent_id: number | null
    impersonator_id: number | null
    idle_minutes: number
    created_at: MomentByDefault
    last_seen_at: MomentByDefault
    proved_at: MomentByDefault
    expires_at: Moment
    ended_at: Moment | null
    ip: string | null
    user_agent: string | null
  }
  shipment_versions: {
    domain_id: number
    shipment_id: number
    version: number
    tracking_number: string
    tracking_link: string
    replaced_at: MomentByDefault
    replaced_by: number | null
  }
  shipments: {
    domain_id: number
    id: GeneratedAlways<number>
    transaction_id: number
    request_id: string
    quantity: number
    shipped_on: string
    tracking_number: string
    tracking_key: GeneratedAlways<string>
    tracking_link: Generated<string>
    note: Generated<string>
    vial_entry_id: number | null
    created_at: MomentByDefault
    created_by: number | null
  }
  sign_up_links: {
    domain_id: number
    id: GeneratedAlways<number>
    sign_up_id: number
    token_hash: Buffer
    created_at: MomentByDefault
    expires_at: Moment
  }
  sign_ups: {
    domain_id: number
    id: GeneratedAlways<number>
    subscription: number
    company: Generated<string>
    first_name: Generated<string>
    last_name: Generated<string>
    email: Generated<string>
    email_key: GeneratedAlways<string>
    password_hash: string | null
    form: Json | null
    referral_link_version: number | null
    rep_id: number | null
    center_id: number | null
    invitation_id: number | null
    user_id: number | null
    created_at: MomentByDefault
    verified_at: Moment | null
  }
  signing_certificate: {
    id: Generated<boolean>
    sealed: Buffer
    created_at: MomentByDefault
  }
  signing_sessions: {
    domain_id: number
    token_hash: Buffer
    recipient_id: number
    user_id: number | null
    session_id: number | null
    created_at: MomentByDefault
    expires_at: Moment
    ended_at: Moment | null
    end_reason: string | null
  }
  signing_settings: {
    domain_id: number
    provider: Generated<string>
    region: Generated<string>
    api_key: Buffer | null
    webhook_secret: Buffer | null
  }
  signing_webhook_events: {
    domain_id: number
    provider: string
    event_id: string
    received_at: MomentByDefault
  }
  simulated_labels: {
    domain_id: number
    tracking_number: string
    reference: string
    ordered: Json
    made_at: Moment
    cancelled_at: Moment | null
  }
  staff_centers: {
    domain_id: number
    staff_id: number
    center_id: number
  }
  staff_invitations: {
    domain_id: number
    id: GeneratedAlways<number>
    center_id: number
    created_by: number | null
    token_hash: Buffer
    link_version: number
    created_at: MomentByDefault
    expires_at: Moment
    used_at: Moment | null
  }
  stored_files: {
    domain_id: number
    key: string
    unused_since: Moment | null
    uploaded_by: Generated<number | null>
  }
  tags: {
    domain_id: number
    id: number
    label: string
  }
  tallies: {
    domain_id: number
    list: string
    key: string
    block: number
    n: number
  }
  template_editor_sessions: {
    domain_id: number
    token_hash: Buffer
    template_id: number
    user_id: number
    session_id: number
    expires_at: Moment
  }
  template_versions: {
    domain_id: number
    template_id: number
    version: number
    file_key: string
    sha256: string
    pages: Json
    fields: JsonByDefault
    created_by: number | null
    created_at: MomentByDefault
  }
  templates: {
    domain_id: number
    id: GeneratedAlways<number>
    type: number
    document_group: string | null
    center_id: number | null
    title: string
    description: string
    document_message: string
    template_id: string
    provider: string
    provider_ref: string | null
    status: Generated<string>
    status_reason: Generated<string>
    is_active: Generated<boolean>
    version: Generated<number>
    missing_signatures: Generated<string[]>
    upload_key: string | null
    created_by: number | null
    admin_name: string
    admin_email: string
    created_at: MomentByDefault
    updated_at: MomentByDefault
  }
  transaction_history: {
    domain_id: number
    id: GeneratedAlways<number>
    transaction_id: number
    note: string
    user_id: number
    impersonator_id: number | null
    correction_cents: Generated<number>
    before: Json
    after: Json
    at: MomentByDefault
  }
  transaction_sums: {
    domain_id: number
    list: string
    key: string
    block: number
    quantity: number
    amount_cents: number
    charged_cents: number
    refunded_cents: number
    net_cents: number
  }
  transactions: {
    domain_id: number
    id: GeneratedAlways<number>
    invoice_id: string
    attempt_id: string | null
    date: MomentByDefault
    day: string
    product_id: number
    quantity: number
    price_cents: number
    shipping_cents: Generated<number>
    harvest_fee_cents: Generated<number>
    discount_cents: Generated<number>
    amount_cents: number
    charged_cents: Generated<number>
    charged_quantity: Generated<number>
    charged_product_id: Generated<number>
    refunded_cents: Generated<number>
    voided: Generated<boolean>
    ships: Generated<boolean>
    shipped_quantity: Generated<number>
    net_cents: GeneratedAlways<number>
    version: Generated<number>
    coupon_id: number | null
    coupon_code_used: Generated<string>
    commission_paid: Generated<boolean>
    payer_id: number
    harvest_center_id: number | null
    referral_harvest_center_id: number | null
    hc_staff_id: number | null
    patient_id: number | null
    sales_rep_id: number | null
    sales_manager_id: number | null
    sales_distributor_id: number | null
    gateway: string | null
    gateway_trans_id: string | null
    card_brand: string | null
    card_last4: string | null
    billing: JsonByDefault
    shipping: JsonByDefault
    shipping_date: string | null
    required_signature: Generated<boolean>
    search: Generated<string>
    order_state: GeneratedAlways<string | null>
  }
  two_step_sign_ins: {
    domain_id: number
    user_id: number
    sealed_secret: Buffer
    begun_at: MomentByDefault
    confirmed_at: Moment | null
    last_step: Generated<number>
    recovery_hashes: Generated<Buffer[]>
  }
  users: {
    domain_id: number
    id: GeneratedAlways<number>
    memberships: number[]
    subscription: GeneratedAlways<number>
    tags: Generated<number[]>
    first_name: Generated<string>
    last_name: Generated<string>
    company: Generated<string>
    email: string
    email_key: GeneratedAlways<string>
    password_hash: string | null
    email_verified_at: Moment | null
    phone_number: Generated<string>
    phone_key: GeneratedAlways<string>
    address1: Generated<string>
    address2: Generated<string>
    city: Generated<string>
    state_desc: Generated<string>
    country_desc: Generated<string>
    zip_code: Generated<string>
    hc_logo: string | null
    template_id: string | null
    document_id: string | null
    active: Generated<boolean>
    removed_at: Moment | null
    date_joined: MomentByDefault
    joined_on: Generated<string>
    last_login: Moment | null
    never_signed_in: GeneratedAlways<boolean>
    agreement_accepted_at: Moment | null
    sales_rep_id: number | null
    sales_manager_id: number | null
    sales_distributor_id: number | null
    lab_id: number | null
    harvest_center_id: number | null
    referral_harvest_center_id: number | null
    referred_center_id: number | null
    staff_link_version: Generated<number>
    referral_link_version: Generated<number>
    line_rep_id: number | null
    version: Generated<number>
    search: GeneratedAlways<string>
  }
  vial_arrivals: {
    domain_id: number
    entry_id: number
    number: number
    arrived_on: string | null
    reason: Generated<string>
    at: MomentByDefault
    actor_id: Generated<number | null>
    impersonator_id: Generated<number | null>
  }
  vial_counts: {
    domain_id: number
    user_id: number
    vials_available: Generated<number>
    vials_shipped: Generated<number>
    vials_reserved: Generated<number>
    vials_in_process: Generated<number>
    vials_quarantine: Generated<number>
    vials_released: Generated<number>
    vials_held: Generated<number>
    vials_disposed: Generated<number>
  }
  vial_entries: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    type: string
    quantity: number
    date: string
    note: Generated<string>
    tracking_id: Generated<string>
    tracking_key: GeneratedAlways<string>
    receiver: Json | null
    created_at: MomentByDefault
    created_by: number | null
    vials: Generated<number>
  }
  vial_entry_versions: {
    domain_id: number
    entry_id: number
    version: number
    quantity: number
    date: string
    note: string
    tracking_id: string
    receiver: Json | null
    replaced_at: MomentByDefault
    replaced_by: number | null
  }
  vial_reservations: {
    domain_id: number
    id: GeneratedAlways<number>
    attempt_id: string | null
    transaction_id: number | null
    user_id: number
    quantity: number
    shipped: Generated<number>
    state: Generated<string>
    waiting: GeneratedAlways<number>
  }
  vial_steps: {
    domain_id: number
    id: GeneratedAlways<number>
    vial_id: number
    at: MomentByDefault
    from_state: string | null
    to_state: string
    reason: string
    place: string
    position: string
    actor_id: number | null
    impersonator_id: number | null
  }
  vials: {
    domain_id: number
    id: GeneratedAlways<number>
    user_id: number
    code: Generated<string>
    state: string
    reason: Generated<string>
    since: MomentByDefault
    place: Generated<string>
    position: Generated<string>
    position_key: GeneratedAlways<string | null>
    added_entry_id: number | null
    shipped_entry_id: number | null
    made_at: MomentByDefault
    lab_id: number | null
    listed: Generated<boolean>
    visible_to_lab: Generated<boolean>
  }
  webhook_deliveries: {
    domain_id: number
    id: GeneratedAlways<number>
    endpoint_id: number
    event_id: string
    event: string
    data: Json
    state: Generated<string>
    attempts: Generated<number>
    tries: Generated<number>
    status: number | null
    problem: Generated<string>
    created_at: MomentByDefault
    attempted_at: Moment | null
  }
  webhook_endpoints: {
    domain_id: number
    id: GeneratedAlways<number>
    url: string
    events: string[]
    active: Generated<boolean>
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_until: Moment | null
    unanswered: Generated<number>
    silent_until: Moment | null
    created_at: MomentByDefault
  }
}
