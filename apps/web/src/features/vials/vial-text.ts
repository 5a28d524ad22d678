import { formatCount } from '#web/lib/format/format-count.ts'

/** `one vial`, `12 vials` */
export const vialCountText = (count: number) => (count === 1 ? 'one vial' : `${formatCount(count)} vials`)

/** Place and position in one line; blank for a vial without a place. */
export const vialPlaceText = ({ place = '', position = '' }: { place?: string | undefined; position?: string | undefined }) =>
  [place, position].filter(Boolean).join(' · ')
