import { expect, test } from 'vitest'
import { idleState } from './idle.ts'

const minute = 60_000

test('is active after recent activity', () => {
  expect(idleState(13 * minute, 0, 15)).toEqual({ state: 'active' })
})

test('warns and counts down in the last minute', () => {
  expect(idleState(14 * minute, 0, 15)).toEqual({ state: 'warning', secondsLeft: 60 })
  expect(idleState(14 * minute + 30_500, 0, 15)).toEqual({ state: 'warning', secondsLeft: 30 })
})

test('ends the session even if the page wakes up late', () => {
  expect(idleState(15 * minute, 0, 15)).toEqual({ state: 'over' })
  expect(idleState(900 * minute, 0, 15)).toEqual({ state: 'over' })
})

test('warns for at most half of a short limit', () => {
  expect(idleState(29_000, 0, 1)).toEqual({ state: 'active' })
  expect(idleState(30_000, 0, 1)).toEqual({ state: 'warning', secondsLeft: 30 })
})
