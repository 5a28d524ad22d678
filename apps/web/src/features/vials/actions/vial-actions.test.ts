import { allowedVialMoves, type VialState } from '@vialdesk/contract/single-vials'
import { expect, test } from 'vitest'
import { actionsFor } from './vial-actions.ts'

const names = (...states: VialState[]) => actionsFor(states.map((state) => ({ state }))).map(({ name }) => name)

test.each<[VialState, string[]]>([
  ['in_process', ['quarantine', 'store', 'dispose']],
  ['quarantine', ['release', 'store', 'dispose']],
  ['released', ['ship', 'store', 'hold', 'dispose']],
  ['held', ['resume', 'store', 'dispose']],
  ['shipped', []],
  ['disposed', []],
])('a vial that is %s', (state, expected) => expect(names(state)).toEqual(expected))

test('offers only actions valid for all selected vials', () => {
  expect(names('in_process', 'quarantine')).toEqual(['store', 'dispose'])
  expect(names('released', 'shipped')).toEqual([])
  expect(names()).toEqual([])
})

test('offers every move of the contract', () => {
  const offered = { quarantine: 'quarantine', disposed: 'dispose', held: 'hold', released: 'resume' } as const
  for (const [state, targets] of Object.entries(allowedVialMoves))
    expect(names(state as VialState)).toEqual(expect.arrayContaining(targets.map((to) => offered[to])))
})
