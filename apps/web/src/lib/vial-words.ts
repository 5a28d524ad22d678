/** How many vials there are and where they are kept, in words. */
import { showCount } from './figures.ts'

/** `one vial`, `12 vials` */
export const countOfVials = (count: number) => (count === 1 ? 'one vial' : `${showCount(count)} vials`)

/** The place and the position in it, in one line; blank while a vial is stored nowhere. */
export const placeOfVial = ({ place = '', position = '' }: { place?: string | undefined; position?: string | undefined }) =>
  [place, position].filter(Boolean).join(' · ')
