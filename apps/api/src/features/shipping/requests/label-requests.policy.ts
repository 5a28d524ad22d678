/** Decides the columns and the actions of a label request for a viewer. `labelRequestsSeenBy` decides which requests it sees. */

import type { Role } from '@vialdesk/contract/base/roles'
import type { LabelRequest } from '@vialdesk/contract/care/label-requests'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** `admin`: why an admin overrode the rule of the business. */
export type RequestGroup = 'base' | 'person' | 'admin'
const partyGroups: readonly RequestGroup[] = ['base', 'person']

/** The groups of columns for each role. */
const requestGroups: Partial<Record<Role, readonly RequestGroup[]>> = {
  admin: ['base', 'person', 'admin'],
  harvest_center: partyGroups,
  referral_harvest_center: partyGroups,
  hc_staff: partyGroups,
}
export const groupsOfRequests = (role: Role | undefined) => (role && requestGroups[role]) ?? []

type Row = Pick<LabelRequest, 'carrier_state' | 'pdf_file' | 'tracking_number' | 'tracking_status'>
type Rule = (request: Row) => boolean

const byAdmin = (rule: Rule) => (viewer: Viewer, request: Row) => viewer.role === 'admin' && rule(request)

const isUnanswered: Rule = ({ carrier_state: state }) => state === 'asking' || state === 'unknown'
const isCancelling: Rule = ({ carrier_state }) => carrier_state === 'cancelling'
/** Until the carrier has answered, no other label replaces this one and the center gets no mail about it. */
const isSettled: Rule = (request) => !isUnanswered(request) && !isCancelling(request)

export const labelRequestPolicy = policy<Viewer, Row>()({
  act: {
    open_label: (_viewer, { pdf_file }) => pdf_file !== null,
    edit_label: byAdmin(isSettled),
    make_label: byAdmin(({ carrier_state, pdf_file }) => carrier_state === 'none' && pdf_file === null),
    check_label: byAdmin(isUnanswered),
    cancel_label: byAdmin(
      (request) => isCancelling(request) || (request.carrier_state === 'made' && request.tracking_status !== 'delivered'),
    ),
    send_label: byAdmin((request) => isSettled(request) && request.tracking_number !== ''),
  },
})
