import { LABELS_PER_SHEET, VialState } from '@vialdesk/contract/care/single-vials'
import { expect, test } from 'vitest'
import { countSheets, firstSheetPlaces, getsLabel, labelCountText, skippedVialsText } from './label-plan.ts'

const vial = (id: number, state: VialState) => ({ id, code: `CODE${id}`, state })

test('prints labels for present vials only', () => {
  const labelled = VialState.options.filter((state) => getsLabel({ state }))
  expect(labelled).toEqual(['in_process', 'quarantine', 'released', 'held'])
})

test.each([
  [1, 0, 1],
  [30, 0, 1],
  [31, 0, 2],
  [1, 29, 1],
  [2, 29, 2],
  [60, 1, 3],
])('%i labels after %i used labels need %i sheets', (labels, skip, sheets) => {
  expect(countSheets(labels, skip)).toBe(sheets)
})

test('shows label places in print order', () => {
  const places = firstSheetPlaces(3, 2).map(({ state }) => state)
  expect(places).toHaveLength(LABELS_PER_SHEET)
  expect(places.slice(0, 6)).toEqual(['used', 'used', 'printed', 'printed', 'printed', 'free'])
  expect(firstSheetPlaces(40, 0).every(({ state }) => state === 'printed')).toBe(true)
})

test('shows the numbers of labels and sheets', () => {
  expect(labelCountText(1, 0)).toBe('1 label on 1 sheet')
  expect(labelCountText(31, 0)).toBe('31 labels on 2 sheets')
})

test('explains why some vials get no label', () => {
  expect(skippedVialsText([vial(1, 'released'), vial(2, 'held')])).toBeUndefined()
  expect(skippedVialsText([vial(1, 'released'), vial(2, 'shipped')])).toBe(
    '1 of 2 selected vials was shipped or disposed of and gets no label.',
  )
  expect(skippedVialsText([vial(1, 'released'), vial(2, 'shipped'), vial(3, 'disposed')])).toBe(
    '2 of 3 selected vials were shipped or disposed of and get no label.',
  )
  expect(skippedVialsText([vial(2, 'shipped')])).toBe('Shipped and disposed vials get no label.')
})
