import type { Mutant } from './mutant.ts'

const feature = (name: string) => `apps/api/src/features/${name}`

/** Accounts, sessions, sign-ups, teams and ties. */
export const people: Mutant[] = [
  {
    name: 'an-admin-changes-the-email-of-another-admin',
    file: feature('accounts/accounts.policy.ts'),
    find: `editor.role === 'admin' && editor.kind !== 'token' && target.subscription !== membershipIds.admin`,
    replace: `editor.role === 'admin' && editor.kind !== 'token'`,
    tests: [feature('accounts/edit/edit-contact-data'), feature('accounts/edit/edit-user'), feature('accounts')],
  },
  {
    name: 'sales-reads-the-names-of-patients',
    file: feature('accounts/accounts.policy.ts'),
    find: `ofPatients: ['base', 'workplaces', 'processing'],`,
    replace: `ofPatients: ['base', 'person', 'workplaces', 'processing'],`,
    tests: [feature('accounts/lists/user-lists'), feature('accounts'), 'apps/api/src/every-call/answer-keys.test.ts'],
  },
  {
    name: 'a-removed-user-keeps-two-step',
    file: feature('accounts/status/activate-user.commands.ts'),
    find: `  await db.deleteRows('two_step_sign_ins', { user_id: id })\n`,
    replace: '',
    tests: [feature('accounts/status/remove-user'), feature('accounts')],
  },
  {
    name: 'a-password-set-by-an-admin-is-not-audited',
    file: feature('accounts/reset-password.commands.ts'),
    find: `  audit(db, { type: 'password.set_by_admin', subject: id })\n`,
    replace: '',
    tests: [feature('accounts/reset-password'), feature('accounts')],
  },
  {
    name: 'a-two-step-code-works-twice',
    file: feature('sessions/two-step/set-two-step.commands.ts'),
    find: 'step !== undefined && step > row.last_step ? step : undefined',
    replace: 'step',
    tests: [feature('sessions/two-step'), feature('sessions')],
  },
  {
    name: 'an-old-invitation-of-staff-works',
    file: feature('onboarding/invitations/invitations.commands.ts'),
    find: '    and i.expires_at > now()\n',
    replace: '',
    tests: [feature('onboarding/invitations'), feature('onboarding')],
  },
  {
    name: 'a-second-sign-up-with-the-email-stays',
    file: feature('onboarding/sign-up/verify-sign-up.commands.ts'),
    find: `  await db.deleteRows('sign_ups', { email_key: signUp.email_key, user_id: null })\n`,
    replace: '',
    tests: [feature('onboarding/sign-up/verify-sign-up'), feature('onboarding')],
  },
  {
    name: 'a-manager-removes-the-rep-of-another',
    file: feature('sales/leave-team.commands.ts'),
    find: `query.where('users.active', '=', true).where(\`users.\${column}\`, '=', viewer.id)`,
    replace: `query.where('users.active', '=', true)`,
    tests: [feature('sales/leave-team'), feature('sales')],
  },
  {
    name: 'resources-of-another-membership',
    file: feature('resources/resources.policy.ts'),
    find: 'subscription === membership }',
    replace: 'subscription !== 0 && membership !== 0 }',
    tests: [feature('resources/resource-access'), feature('resources/resources'), feature('resources')],
  },
]
