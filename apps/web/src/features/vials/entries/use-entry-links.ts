import { findCarrier } from '@vialdesk/contract/orders'
import type { VialEntry } from '@vialdesk/contract/vials'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { trackLinks, useViewLink } from '#web/lib/session/use-view-link.ts'

/** The links of the notice of a new entry: shipped vials are followed in the trace report, and at the carrier. */
export function useEntryLinks(): (entry: VialEntry) => NoticeLink[] {
  const viewTrace = useViewLink('/trace/{id}')
  return ({ type, user, tracking_id = '', tracking_link }) =>
    type === 'shipped'
      ? [...viewTrace('View trace report', user), ...trackLinks(tracking_link || findCarrier(tracking_id)?.link)]
      : []
}
