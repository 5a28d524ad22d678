/** Checks that docs/tasks.md and the journeys of daily tasks name the same tasks. The journeys read their maximum from the document. */
import type { Source } from './sources.ts'

const DOCUMENT = 'docs/tasks.md'
const JOURNEYS = /^apps\/e2e\/tasks\/.+\.spec\.ts$/
/** A journey of one task, or one of several tasks of a journey. The title is a role and a task. */
const TASK = /^(?:test|\s+await \w+)\('([^':]+: [^']+)'/gm
/** Steps that the helper does not count. */
const UNCOUNTED = /\bpage\.(?:goto|reload|keyboard|mouse)\b|\)\.(?:click|fill|press|pressSequentially|check|selectOption)\(/

export function taskFaults(documents: Source[], sources: Source[]): string[] {
  const text = documents.find(({ path }) => path === DOCUMENT)?.text ?? ''
  const listed = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| \d+ \|$/gm)].map(([, role, task]) => `${role}: ${task}`)
  const journeys = sources.filter(({ path }) => JOURNEYS.test(path))
  const titles = journeys.flatMap((each) => [...each.text.matchAll(TASK)].map(([, title = '']) => title))
  return [
    ...titles.filter((title) => !listed.includes(title)).map((title) => `${DOCUMENT} does not list '${title}'`),
    ...listed.filter((title) => !titles.includes(title)).map((title) => `apps/e2e/tasks has no journey '${title}'`),
    ...journeys.filter((each) => UNCOUNTED.test(each.text)).map(({ path }) => `${path} has a step that is not counted`),
  ]
}
