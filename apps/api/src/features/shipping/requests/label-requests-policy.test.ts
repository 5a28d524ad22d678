import type { LabelRequest } from '@vialdesk/contract/care/label-requests'
import { expect, test } from 'vitest'
import type { Viewer } from '#api/platform/access/actor.ts'
import { labelRequestPolicy } from './label-requests.policy.ts'

type Row = Parameters<typeof labelRequestPolicy.abilities>[1]

const admin: Viewer = { id: 1, role: 'admin' }
const center: Viewer = { id: 2, role: 'harvest_center' }
const fresh: Row = { carrier_state: 'none', pdf_file: null, tracking_number: '', tracking_status: null }
const labelled: Row = { ...fresh, pdf_file: 'a.pdf', tracking_number: '7946' }

const actionsOf = (viewer: Viewer, row: Row) =>
  Object.entries(labelRequestPolicy.abilities(viewer, row)).flatMap(([action, can]) => (can ? [action] : []))

test.each<[string, Row, (keyof LabelRequest['can'])[]]>([
  ['without a label', fresh, ['edit_label', 'make_label']],
  ['with a label by hand', labelled, ['open_label', 'edit_label', 'send_label']],
  ['while the carrier is being called', { ...fresh, carrier_state: 'asking' }, ['check_label']],
  ['when the carrier gave no answer', { ...fresh, carrier_state: 'unknown' }, ['check_label']],
  [
    "with the carrier's label",
    { ...labelled, carrier_state: 'made' },
    ['open_label', 'edit_label', 'cancel_label', 'send_label'],
  ],
  [
    'after the parcel arrived',
    { ...labelled, carrier_state: 'made', tracking_status: 'delivered' },
    ['open_label', 'edit_label', 'send_label'],
  ],
  ['while the label is being cancelled', { ...labelled, carrier_state: 'cancelling' }, ['open_label', 'cancel_label']],
])('offers an admin the possible actions %s', (_when, row, actions) => {
  expect(actionsOf(admin, row)).toEqual(actions)
})

test('lets a center only open the label', () => {
  expect(actionsOf(center, fresh)).toEqual([])
  expect(actionsOf(center, labelled)).toEqual(['open_label'])
})
