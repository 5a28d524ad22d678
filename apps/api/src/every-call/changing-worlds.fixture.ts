/** People and rows for examples of calls, shared by the calls that leave them as they were for the others. */
import type { Call } from '@vialdesk/contract/base/call'
import type { TestPortal } from '#api/testing/test-portal.ts'
import { type ArrangedIds, arrangePatient } from './patient-calls.fixture.ts'

/** Calls whose examples can be repeated in the same world. They change no keys that another call answers there. */
const repeatable = [
  ...['POST /api/v1/users/login-as-user/', 'PATCH /api/v1/users/{id}/', 'PUT /api/v1/users/{id}/'],
  ...['POST /api/v1/users/update/{id}/', 'PATCH /api/v1/hc-staff/{id}/'],
  ...['PATCH /api/v1/vials-history/{id}/', 'POST /api/v1/vials/', 'POST /api/v1/vials/store/'],
  ...['POST /api/v1/orders/{id}/ship/', 'PATCH /api/v1/shipments/{id}/'],
  ...['POST /api/v1/locations/', 'PATCH /api/v1/locations/{id}/', 'POST /api/v1/conversations/messages/'],
  ...['POST /api/v1/observers/', 'PATCH /api/v1/observers/{id}/', 'POST /api/v1/list-exports/'],
]

/** Worlds for calls that change something. */
export function changingWorlds(portal: TestPortal) {
  let current: ArrangedIds | undefined
  return {
    /** The current world, or a new one. */
    next: async (): Promise<ArrangedIds> => {
      current ??= await arrangePatient(portal)
      return current
    },
    /** Gives the world up, unless the call can be repeated in it. */
    leave({ key }: Call): void {
      if (!repeatable.includes(key)) current = undefined
    },
  }
}
export type ChangingWorlds = ReturnType<typeof changingWorlds>
