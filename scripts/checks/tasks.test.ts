import { expect, test } from 'vitest'
import { taskFaults } from './tasks.ts'

const document = { path: 'docs/tasks.md', text: '| role | task | steps |\n|---|---|---|\n| lab | find a vial | 3 |\n' }
const journey = (text: string) => ({ path: 'apps/e2e/tasks/lab.spec.ts', text })

test('finds tasks without a journey, journeys without a row, and steps that are not counted', () => {
  const found = "test('lab: find a vial', async ({ begin }) => {\n  await lab.click(button)\n})\n"
  expect(taskFaults([document], [journey(found)])).toEqual([])
  expect(taskFaults([document], [])).toEqual(["apps/e2e/tasks has no journey 'lab: find a vial'"])
  expect(taskFaults([document], [journey(`${found}test('lab: ship a vial', async () => {})\n`)])).toEqual([
    "docs/tasks.md does not list 'lab: ship a vial'",
  ])
  const several = "test('tasks of a lab', async ({ tasksOf }) => {\n  await task('lab: find a vial', async (lab) => {})\n"
  expect(taskFaults([document], [journey(several)])).toEqual([])
  expect(taskFaults([document], [journey(`${several}  await task('lab: ship a vial', async () => {})\n`)])).toEqual([
    "docs/tasks.md does not list 'lab: ship a vial'",
  ])
  for (const step of [
    "await page.getByRole('button').click()",
    "await page.goto('/vials')",
    "await page.keyboard.press('Enter')",
  ])
    expect(taskFaults([document], [journey(`${found}${step}\n`)])).toEqual([
      'apps/e2e/tasks/lab.spec.ts has a step that is not counted',
    ])
})
