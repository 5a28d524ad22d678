/** Reads tracking answers. FedEx returns errors inside successful answers. */
import { z } from 'zod'
import type { Tracking, TrackingStatus } from '#api/platform/ports/carrier.ts'

const Result = z.object({
  trackingNumberInfo: z.object({ trackingNumber: z.string() }).partial().optional(),
  latestStatusDetail: z.object({ code: z.string(), derivedCode: z.string(), description: z.string() }).partial().optional(),
  dateAndTimes: z.array(z.object({ type: z.string(), dateTime: z.string() }).partial()).default([]),
  scanEvents: z.array(z.object({ date: z.string() }).partial()).default([]),
  error: z.object({ code: z.string() }).partial().optional(),
})
const Tracked = z.object({
  output: z.object({
    completeTrackResults: z
      .array(z.object({ trackingNumber: z.string().optional(), trackResults: z.array(Result).default([]) }))
      .default([]),
  }),
})
export type TrackResult = z.infer<typeof Result> & { number: string | undefined }

/** The results without errors, or undefined when the answer is not about tracking. */
export function parseTrackResults(body: unknown): TrackResult[] | undefined {
  const { data } = Tracked.safeParse(body)
  return data?.output.completeTrackResults.flatMap(({ trackingNumber, trackResults }) =>
    trackResults
      .filter(({ error }) => !error)
      .map((result) => ({ ...result, number: result.trackingNumberInfo?.trackingNumber ?? trackingNumber })),
  )
}

const codes: [TrackingStatus, string[]][] = [
  ['delivered', ['DL']],
  ['cancelled', ['CA']],
  ['returned', ['RS', 'RD', 'RP']],
  ['out_for_delivery', ['OD', 'ED']],
  ['picked_up', ['PU', 'PX', 'OF', 'AP', 'DO']],
  ['label_made', ['OC', 'EP', 'MD', 'IN']],
  ['exception', ['SE', 'DE', 'DY', 'DD', 'CD', 'HL', 'HA', 'CH']],
]
const byCode = new Map(codes.flatMap(([status, all]) => all.map((code) => [code, status] as const)))

function momentOf({ dateAndTimes, scanEvents }: TrackResult, status: TrackingStatus): Date | undefined {
  const delivered = dateAndTimes.find(({ type }) => type === 'ACTUAL_DELIVERY')?.dateTime
  const text = status === 'delivered' ? (delivered ?? scanEvents[0]?.date) : scanEvents[0]?.date
  const at = text === undefined ? undefined : new Date(text)
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/** An unknown code counts as in transit. */
export function toTracking(result: TrackResult): Tracking {
  const { code, derivedCode, description } = result.latestStatusDetail ?? {}
  const status = byCode.get(derivedCode ?? '') ?? byCode.get(code ?? '') ?? 'in_transit'
  const at = momentOf(result, status)
  return { status, description: (description ?? '').slice(0, 200), ...(at && { at }) }
}
