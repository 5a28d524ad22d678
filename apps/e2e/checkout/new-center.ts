import { person } from '../journey/people.ts'

/** A center of the demo that has paid nothing yet: it has no cards, patients and locations. */
export const newCenter = { ...person('stonebridge'), company: 'Stonebridge Vein & Skin' }
