import type { NoticeLink } from '#web/lib/browser/created.ts'
import { useRecordPath } from './use-record-path.ts'

/** Makes the link of a notice to the page of a new record. There is none for a reader who may not open it. */
export function useViewLink(screen: Parameters<typeof useRecordPath>[0]) {
  const path = useRecordPath(screen)
  return (label: string, key: string | number | null): NoticeLink[] => (path && key !== null ? [{ label, href: path(key) }] : [])
}

/** The link of a notice to the page of the carrier, if the carrier is known. */
export const trackLinks = (href: string | undefined): NoticeLink[] => (href ? [{ label: 'Track parcel', href }] : [])
