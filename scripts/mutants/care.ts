import type { Mutant } from './mutant.ts'

const feature = (name: string) => `apps/api/src/features/${name}`

/** Patients, vials, documents, signatures, templates and labels. */
export const care: Mutant[] = [
  {
    name: 'vials-that-are-due-next-week-are-due-this-week',
    file: feature('patients/due-patients.queries.ts'),
    find: '          and p.due < (select ends from week)) as due_this_week,',
    replace: '          and p.due <= (select ends from week)) as due_this_week,',
    tests: [feature('dashboards/lab-dashboard'), feature('patients'), feature('dashboards')],
  },
  {
    name: 'a-patient-reads-the-names-of-the-staff',
    file: feature('patients/patients.policy.ts'),
    find: `  if (reader === 'patient') return namesForPatients[role ?? 'admin']\n`,
    replace: '',
    tests: [feature('patients/timeline'), feature('patients'), feature('vials')],
  },
  {
    name: 'a-center-reads-the-messages-of-a-patient-who-left',
    file: feature('conversations/conversations.policy.ts'),
    find: 'viewer.id === row.patient_id || (viewer.id === row.center_id && row.tied)',
    replace: 'viewer.id === row.patient_id || viewer.id === row.center_id',
    tests: [feature('conversations')],
  },
  {
    name: 'an-override-of-the-release-rules-is-not-audited',
    file: feature('vials/rules/override-rules.commands.ts'),
    find: `    type: 'vials.rules_overridden',`,
    replace: `    type: 'vials.registered' as never,`,
    tests: [feature('vials/rules/release-rules.test'), feature('vials')],
  },
  {
    name: 'a-document-on-legal-hold-is-deleted',
    file: feature('documents/documents.policy.ts'),
    find: '!legal_hold && !hidden && !isSigned(step)',
    replace: '!hidden && !isSigned(step)',
    tests: [feature('documents/changes'), feature('documents')],
  },
  {
    name: 'another-pdf-than-the-signed-one-is-sealed',
    file: feature('signing/seal/seal-document.commands.ts'),
    find: `  if (sha256(pdf) !== version.sha256) throw new Error('The PDF is not the one that was signed')\n`,
    replace: '',
    tests: [feature('signing/seal/seal-document'), feature('signing/finish'), feature('signing')],
  },
  {
    name: 'signed-without-consent',
    file: feature('signing/finish/finish.commands.ts'),
    find: `  if (session.signer.consent_version !== CONSENT_VERSION) fail('conflict', { message: CONSENT_FIRST })\n`,
    replace: '',
    tests: [feature('signing/finish'), feature('signing/session'), feature('signing')],
  },
  {
    name: 'the-template-of-somebody-else-is-overwritten',
    file: feature('templates/editor/save-version.commands.ts'),
    find: `  if (newest !== basedOn) fail('conflict', { message: CHANGED_SINCE })\n`,
    replace: '',
    tests: [feature('templates/editor'), feature('templates')],
  },
  {
    name: 'a-second-label-for-the-same-parcel',
    file: feature('shipping/requests/request-label.commands.ts'),
    find: '  await assertNotRequested(db, center, ids, input)\n',
    replace: '',
    tests: [feature('shipping/labels/create-label'), feature('shipping')],
  },
  {
    name: 'a-label-while-documents-wait',
    file: feature('shipping/requests/request-label.commands.ts'),
    find: `  if (pending) fail('conflict', { message: PENDING_DOCUMENTS })\n`,
    replace: '',
    tests: [feature('shipping/requests/label-consent'), feature('shipping/requests/request-label'), feature('shipping')],
  },
  {
    name: 'a-lost-parcel-is-tracked-once-only',
    file: feature('shipping/shipping.jobs.ts'),
    find: `      await db.enqueue('shipping.track', { request_id, try: tries }, { runAt })\n`,
    replace: '',
    tests: [feature('shipping/parcels'), feature('shipping')],
  },
]
