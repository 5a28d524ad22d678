/** Medians over the loads of a page, as a line of a table. Missed aims are at its end. */
import { alignColumns, median } from '../report.ts'
import type { PageFigures } from './lighthouse.ts'

const AIMS = { performance: 95, layoutShift: 0.05, blocking: 200 }

export interface PageLine extends PageFigures {
  name: string
  misses: string[]
}

export function pageLine(name: string, loads: PageFigures[]): PageLine {
  const middle = (figure: keyof PageFigures) => median(loads.map((load) => load[figure]))
  const figures: PageFigures = {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    layoutShift: middle('layoutShift'),
    blocking: middle('blocking'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    kilobytes: middle('kilobytes'),
  }
  const misses = [
    ...(figures.performance < AIMS.performance ? [`performance below ${AIMS.performance}`] : []),
    ...(figures.layoutShift >= AIMS.layoutShift ? [`layout shift not below ${AIMS.layoutShift}`] : []),
    ...(figures.blocking >= AIMS.blocking ? [`blocked ${AIMS.blocking} ms or longer`] : []),
  ]
  return { name, misses, ...figures }
}

const columns: [title: string, value: (line: PageLine) => string][] = [
  ['', ({ name }) => name],
  ['performance', ({ performance }) => performance.toFixed(0)],
  ['accessibility', ({ accessibility }) => accessibility.toFixed(0)],
  ['layout shift', ({ layoutShift }) => layoutShift.toFixed(3)],
  ['blocking ms', ({ blocking }) => blocking.toFixed(0)],
  ['first paint ms', ({ firstPaint }) => firstPaint.toFixed(0)],
  ['largest paint ms', ({ largestPaint }) => largestPaint.toFixed(0)],
  ['kB', ({ kilobytes }) => kilobytes.toFixed(0)],
  ['', ({ misses }) => misses.join(', ')],
]

export const pageTable = (lines: PageLine[]): string =>
  alignColumns([columns.map(([title]) => title), ...lines.map((line) => columns.map(([, value]) => value(line)))])
