import { showCount } from './figures.ts'

/** `one vial`, `12 vials` */
export const countOfVials = (count: number) => (count === 1 ? 'one vial' : `${showCount(count)} vials`)

/** Place and position in one line; blank for a vial without a place. */
export const placeOfVial = ({ place = '', position = '' }: { place?: string | undefined; position?: string | undefined }) =>
  [place, position].filter(Boolean).join(' · ')
