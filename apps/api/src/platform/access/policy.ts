/** Rules about single rows. Refusals and the `can` of an answer come from the same predicates. */
import { fail } from '#api/platform/http/errors/fail.ts'

type Rule<Viewer, Row> = (viewer: Viewer, row: Row) => boolean

interface Rules<Viewer, Row, See extends string, Act extends string> {
  /** A row that a viewer may not see does not exist for that viewer: 404. */
  see?: Record<See, Rule<Viewer, Row>>
  /** A viewer who sees the row, but may not do this with it, gets 403. */
  act?: Record<Act, Rule<Viewer, Row>>
  /** The sentence of the 403, where the standard one is too vague. */
  because?: Partial<Record<Act, string>>
}

export function policy<Viewer, Row>() {
  return <See extends string = never, Act extends string = never>({ see, act, because }: Rules<Viewer, Row, See, Act>) => {
    const sees = (viewer: Viewer, what: See, row: Row): boolean => see?.[what](viewer, row) ?? false
    const can = (viewer: Viewer, action: Act, row: Row): boolean => act?.[action](viewer, row) ?? false
    return {
      sees,
      can,
      assertSees: (viewer: Viewer, what: See, row: Row): void => {
        if (!sees(viewer, what, row)) fail('not_found')
      },
      assertCan: (viewer: Viewer, action: Act, row: Row): void => {
        const message = because?.[action]
        if (!can(viewer, action, row)) fail('forbidden', message === undefined ? {} : { message })
      },
      abilities: (viewer: Viewer, row: Row) =>
        Object.fromEntries(Object.keys(act ?? {}).map((action) => [action, can(viewer, action as Act, row)])) as Record<
          Act,
          boolean
        >,
    }
  }
}
