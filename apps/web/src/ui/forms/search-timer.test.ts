import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchTimer } from './search-timer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function aBox() {
  const searched: string[] = []
  const timer = searchTimer((text) => searched.push(text))
  return { timer, searched }
}

test('searches for more than three characters, 700 ms after the last key', () => {
  const { timer, searched } = aBox()
  timer.typed('Bak')
  vi.advanceTimersByTime(10_000)
  timer.typed('Baks')
  vi.advanceTimersByTime(699)
  timer.typed('Baksh')
  vi.advanceTimersByTime(699)
  expect(searched).toEqual([])
  vi.advanceTimersByTime(1)
  expect(searched).toEqual(['Baksh'])
})

test('an emptied box shows everything again, and blanks are no characters', () => {
  const { timer, searched } = aBox()
  timer.typed('Ba  ')
  vi.advanceTimersByTime(10_000)
  expect(searched).toEqual([])
  timer.typed('')
  vi.advanceTimersByTime(700)
  expect(searched).toEqual([''])
})

test.each(['98', '#98', 'Patient 98', '+1 (503) 555-0162'])('searches for the number %s 250 ms after the last key', (text) => {
  const { timer, searched } = aBox()
  timer.typed(text)
  vi.advanceTimersByTime(249)
  expect(searched).toEqual([])
  vi.advanceTimersByTime(1)
  expect(searched).toEqual([text])
})

test('a short list is searched for short texts, too', () => {
  const { timer, searched } = aBox()
  timer.typed('B', true)
  vi.advanceTimersByTime(700)
  expect(searched).toEqual(['B'])
})

test('does not search after Enter or Back did', () => {
  const { timer, searched } = aBox()
  timer.typed('Bakshi')
  timer.cancel()
  vi.advanceTimersByTime(10_000)
  expect(searched).toEqual([])
})
