/** How vials and whose they are is said. */
interface Named {
  id: number
  first_name: string
  last_name: string
}

const figure = new Intl.NumberFormat('en-US')

/** `one vial`, `12 vials` */
export const countOfVials = (count: number) => (count === 1 ? 'one vial' : `${figure.format(count)} vials`)

/** The person, else the number. */
export const nameOfPerson = ({ id, first_name, last_name }: Named) =>
  [first_name, last_name].filter(Boolean).join(' ') || `Patient ${id}`

/** The place and the position in it, in one line; blank while a vial is stored nowhere. */
export const placeOfVial = ({ place = '', position = '' }: { place?: string | undefined; position?: string | undefined }) =>
  [place, position].filter(Boolean).join(' · ')
