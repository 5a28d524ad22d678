/** Chooses the vials that get labels and their places on sheets of thirty. */
import { LABELS_PER_SHEET, type VialState } from '@vialdesk/contract/care/single-vials'

export interface LabelVial {
  id: number
  code: string
  state: VialState
}

/** Shipped and disposed vials get no label. */
export const getsLabel = ({ state }: Pick<LabelVial, 'state'>) => state !== 'shipped' && state !== 'disposed'

/** Number of sheets for the labels, when some of the first sheet are used already. */
export const countSheets = (labels: number, skip: number) => Math.ceil((labels + skip) / LABELS_PER_SHEET)

/** State of each place of the first sheet: used, printed now or free. */
export const firstSheetPlaces = (labels: number, skip: number) =>
  Array.from({ length: LABELS_PER_SHEET }, (_, place) => ({
    place,
    state: place < skip ? 'used' : place < skip + labels ? 'printed' : 'free',
  }))

const countText = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const labelCountText = (labels: number, skip: number) =>
  `${countText(labels, 'label', 'labels')} on ${countText(countSheets(labels, skip), 'sheet', 'sheets')}`

/** Why some of the selected vials get no label; undefined when all do. */
export function skippedVialsText(vials: readonly LabelVial[]): string | undefined {
  const gone = vials.filter((vial) => !getsLabel(vial)).length
  if (gone === 0) return undefined
  if (gone === vials.length) return 'Shipped and disposed vials get no label.'
  return `${gone} of ${vials.length} selected vials ${gone === 1 ? 'was' : 'were'} shipped or disposed of and ${gone === 1 ? 'gets' : 'get'} no label.`
}
