import type { Mutant } from './mutant.ts'

const feature = (name: string) => `apps/api/src/features/${name}`
const platform = (name: string) => `apps/api/src/platform/${name}`
const contract = (name: string) => `packages/contract/src/${name}`

/** Access, audit, notices, mails, webhooks, files, logs, and the rules that all calls share. */
export const platforms: Mutant[] = [
  {
    name: 'the-audit-does-not-find-an-admin-in-another-account',
    file: feature('audit/audit-pages.queries.ts'),
    find: `return [\`a.actor_id = \${actor}\`, \`a.impersonator_id = \${actor}\`]`,
    replace: `return [\`a.actor_id = \${actor}\`]`,
    tests: [feature('audit/who-saw'), feature('audit/audit'), feature('audit')],
  },
  {
    name: 'patients-of-a-row-are-not-audited',
    file: platform('audit/patient-reads.ts'),
    find: 'return row.subscription === membershipIds.patient ? patients : new Set()',
    replace: 'return new Set()',
    tests: [platform('audit'), feature('accounts')],
  },
  {
    name: 'older-settings-overwrite-newer-ones',
    file: feature('branding/change-settings.commands.ts'),
    find: `  if (loadedAt !== undefined && !isSameMoment(loadedAt, row.updated_at)) fail('conflict')\n`,
    replace: '',
    tests: [feature('branding/settings'), feature('branding/branding'), feature('branding')],
  },
  {
    name: 'an-inactive-user-is-notified',
    file: feature('notices/notify.commands.ts'),
    find: 'and u.id = any($2::bigint[]) and u.active',
    replace: 'and u.id = any($2::bigint[])',
    tests: [feature('notices/notices'), feature('notices')],
  },
  {
    name: 'mails-are-forgotten-too-early',
    file: feature('email/mails/sweep-mails.commands.ts'),
    find: `interval '180 days'`,
    replace: `interval '90 days'`,
    tests: [feature('email/mails/mails.test'), feature('email')],
  },
  {
    name: 'a-redirect-counts-as-delivered',
    file: feature('webhooks/deliver.commands.ts'),
    find: `if (status >= 200 && status < 300) return ''`,
    replace: `if (status >= 200 && status < 400) return ''`,
    tests: [feature('webhooks/deliver'), feature('webhooks')],
  },
  {
    name: 'a-failed-delivery-is-not-tried-again',
    file: feature('webhooks/deliver.commands.ts'),
    find: '  if (written.length > 0 && retryAfter !== undefined) await db.rows(ENQUEUE_AGAIN, [db.domainId, id, endpoint_id, retryAfter])\n',
    replace: '',
    tests: [feature('webhooks/deliver'), feature('webhooks')],
  },
  {
    name: 'a-formula-runs-in-the-spreadsheet',
    file: platform('export/safe-text.ts'),
    find: `const FORMULA = '[-=+@`,
    replace: `const FORMULA = '[-=+`,
    tests: [platform('export'), feature('exports'), feature('transactions')],
  },
  {
    name: 'a-link-to-a-file-never-expires',
    file: platform('crypto/signed-urls.ts'),
    find: 'return isOurs && expires * 1000 > now() ? { subject } : undefined',
    replace: 'return isOurs ? { subject } : undefined',
    tests: [platform('crypto'), platform('http/files')],
  },
  {
    name: 'the-name-of-a-person-is-logged',
    file: platform('logging/sensitive-keys.ts'),
    find: `  'name',\n`,
    replace: '',
    tests: [platform('logging')],
  },
  {
    name: 'a-page-of-another-site-frames-the-portal',
    file: platform('http/security-headers.ts'),
    find: `\`frame-ancestors \${isFramed ? "'self'" : "'none'"}\``,
    replace: `\`frame-ancestors \${isFramed ? '*' : "'none'"}\``,
    tests: [platform('http')],
  },
  {
    name: 'sales-may-read-the-timeline-of-a-patient',
    file: contract('people/patients.ts'),
    find: `'GET /api/v1/users/patient/{id}/timeline/', roles({ ...admin, patient: 'own', ...caring }),`,
    replace: `'GET /api/v1/users/patient/{id}/timeline/', roles({ ...admin, patient: 'own', ...caring, sales_rep: 'visible' }),`,
    tests: ['apps/api/src/every-call/access.test.ts'],
  },
  {
    name: 'an-account-is-entered-without-a-proof',
    file: contract('people/sessions.ts'),
    find: `call('POST /api/v1/users/login-as-user/', admin, {\n    proof: proof.admins,`,
    replace: `call('POST /api/v1/users/login-as-user/', admin, {\n    proof: proof.own,`,
    tests: [feature('sessions'), 'apps/api/src/every-call/access.test.ts'],
  },
  {
    name: 'a-password-of-seven-characters',
    file: contract('base/primitives.ts'),
    find: `z.string().min(8, 'Min Length 8')`,
    replace: `z.string().min(7, 'Min Length 8')`,
    tests: ['packages/contract', feature('sessions')],
  },
  {
    name: 'the-receipt-leaves-out-the-shipping-fee',
    file: contract('money/sale-lines.ts'),
    find: `    { label: 'Shipping Fee', amount: sale.shipping_fee },\n`,
    replace: '',
    tests: ['packages/contract', feature('transactions')],
    journeys: ['transactions/changes'],
  },
  {
    name: 'a-lab-opens-the-list-of-users',
    file: contract('base/screens.ts'),
    find: `'/all-users': { title: 'Users', openTo: ['admin'], menu: 'People' },`,
    replace: `'/all-users': { title: 'Users', openTo: ['admin', 'lab'], menu: 'People' },`,
    tests: ['apps/api/src/every-call/requirements.test.ts', 'apps/web'],
    journeys: ['sessions'],
  },
]
