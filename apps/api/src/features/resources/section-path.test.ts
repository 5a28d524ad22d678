import { expect, test } from 'vitest'
import { isSectionOf, pathOfPage } from './section-path.pure.ts'

test.each<[section: string, page: string, matches: boolean]>([
  ['/dashboard', '/dashboard', true],
  ['/dashboard', '/dashboard/', true],
  ['/Dashboard/', '/dashboard', true],
  ['/dashboard', '/dashboards', false],
  ['/dashboard', '/dashboard/more', false],
  ['/', '/', true],
  ['/', '/dashboard', false],
  ['/lab/{id?}', '/lab', true],
  ['/lab/{id?}', '/lab/17', true],
  ['/lab/{id?}', '/lab/17/harvest-center/3', false],
  ['/lab/{lab_id}/harvest-center/{harvestcenter_id}', '/lab/17/harvest-center/3', true],
  ['/lab/{lab_id}/harvest-center/{harvestcenter_id}', '/lab/17/harvest-center', false],
  ['/vials/{code}', '/vials', false],
  ['/vials/:code', '/vials/ABC-1', true],
  ['/lab/17', '/lab/17', true],
  ['/lab/17', '/lab/18', false],
])('the section %s and the page %s: %s', (section, page, matches) => {
  expect(isSectionOf(section, page)).toBe(matches)
})

test('a page is named by its path or its whole URL', () => {
  expect(pathOfPage('/lab/17?tab=vials#top')).toBe('/lab/17')
  expect(pathOfPage('https://portal.example/lab/17?tab=vials')).toBe('/lab/17')
  expect(pathOfPage('http://[')).toBe('/')
})
