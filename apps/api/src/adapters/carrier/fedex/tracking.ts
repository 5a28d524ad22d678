/** Reads tracking answers. FedEx returns errors inside successful answers. */
import { z } from 'zod'
import type { Tracking, TrackingStatus } from '#api/platform/ports/carrier.ts'

const Result = z.object({
  trackingNumberInfo: z.object({ trackingNumber: z.string() }).partial().optional(),
  latestStatusDetail: z.object({ code: z.string(), derivedCode: z.string(), description: z.string() }).partial().optional(),
  dateAndTimes: z.array(z.object({ type: z.string(), dateTime: z.string() }).partial()).default([]),
  scanEvents: z.array(z.object({ date: z.string(), eventType: z.string() }).partial()).default([]),
  error: z.object({ code: z.string() }).partial().optional(),
})
const Tracked = z.object({
  output: z.object({
    completeTrackResults: z.array(z.object({ trackingNumber: z.string().optional(), trackResults: z.array(Result).default([]) })),
  }),
})
export type TrackResult = Omit<z.infer<typeof Result>, 'error'> & { number: string | undefined }

interface TrackAnswer {
  results: TrackResult[]
  /** Codes of the errors; blank for an error without a code. */
  errors: string[]
}

/** Undefined when the answer is not about tracking. */
export function parseTrackAnswer(body: unknown): TrackAnswer | undefined {
  const all = Tracked.safeParse(body).data?.output.completeTrackResults.flatMap(({ trackingNumber, trackResults }) =>
    trackResults.map((result) => ({ ...result, number: result.trackingNumberInfo?.trackingNumber ?? trackingNumber })),
  )
  return (
    all && {
      results: all.filter(({ error }) => !error),
      errors: all.flatMap(({ error }) => (error ? [error.code ?? ''] : [])),
    }
  )
}

/**
 * The statuses by their codes in FedEx's lists of tracking status codes and tracking events. Every other code, also an unknown one, is
 * in transit. RP, RG, RD, LP and LC are about a return label that FedEx mails to somebody, so nothing has been sent.
 */
const codes: Record<Exclude<TrackingStatus, 'in_transit'>, string> = {
  label_made: 'OC EP DS RP RG RD LP LC',
  picked_up: 'PU PX OF AP DO IP',
  out_for_delivery: 'OD ED AD',
  delivered: 'DL',
  exception: 'SE DE DY DD CD PD HL HP',
  returned: 'RS',
  cancelled: 'CA',
}
const byCode = new Map(
  Object.entries(codes).flatMap(([status, all]) => all.split(' ').map((code) => [code, status as TrackingStatus] as const)),
)

/** FedEx returns the newest scan first. */
function momentOf({ dateAndTimes, scanEvents }: TrackResult, isArrived: boolean): Date | undefined {
  const delivered = dateAndTimes.find(({ type }) => type === 'ACTUAL_DELIVERY')?.dateTime
  const text = isArrived ? (delivered ?? scanEvents[0]?.date) : scanEvents[0]?.date
  const at = text === undefined ? undefined : new Date(text)
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/** A parcel that goes back to its sender keeps its number, and arrives there with the status of a delivery. */
export function toTracking(result: TrackResult): Tracking {
  const { code = '', derivedCode = '', description = '' } = result.latestStatusDetail ?? {}
  const latest = byCode.get(derivedCode) ?? byCode.get(code) ?? 'in_transit'
  const isReturned = latest === 'returned' || result.scanEvents.some(({ eventType }) => eventType === 'RS')
  const at = momentOf(result, latest === 'delivered')
  return {
    status: isReturned ? 'returned' : latest,
    description: isReturned && latest === 'delivered' ? 'Returned to sender' : description.slice(0, 200),
    ...(at && { at }),
  }
}

/** FedEx uses numbers again after some months. Then the answer has the parcels of several senders. */
export const newestOf = (results: TrackResult[]): TrackResult | undefined => {
  const time = (result: TrackResult) => momentOf(result, false)?.getTime() ?? 0
  return results.toSorted((a, b) => time(b) - time(a))[0]
}
