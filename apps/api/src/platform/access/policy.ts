/** Rules about single rows. Refusals and the `can` of an answer come from the same predicates. */
import { fail } from '#api/platform/kernel/fail.ts'

type Rule<Viewer, Row> = (viewer: Viewer, row: Row) => boolean
/** The sentence of a refusal, which may depend on the state of the row. */
type Reason<Viewer, Row> = string | ((row: Row, viewer: Viewer) => string)

interface Rules<Viewer, Row, See extends string, Act extends string, Refused extends Act> {
  /** A row that a viewer may not see does not exist for that viewer: 404. */
  see?: Record<See, Rule<Viewer, Row>>
  /** What a viewer who sees the row may do with it. */
  act?: Record<Act, Rule<Viewer, Row>>
  /**
   * What prevents an action that `assertCan` refuses. It is a state or another person, because the access table has admitted the role
   * of the viewer: so 409, never 403, which ends the session in the browser.
   */
  because?: Record<Refused, Reason<Viewer, Row>>
}

export function policy<Viewer, Row>() {
  return <See extends string = never, Act extends string = never, Refused extends Act = never>({
    see,
    act,
    because,
  }: Rules<Viewer, Row, See, Act, Refused>) => {
    const sees = (viewer: Viewer, what: See, row: Row): boolean => see?.[what](viewer, row) ?? false
    const can = (viewer: Viewer, action: Act, row: Row): boolean => act?.[action](viewer, row) ?? false
    return {
      sees,
      can,
      assertSees: (viewer: Viewer, what: See, row: Row): void => {
        if (!sees(viewer, what, row)) fail('not_found')
      },
      /** Only for actions whose refusal has a sentence. */
      assertCan: (viewer: Viewer, action: Refused, row: Row): void => {
        if (can(viewer, action, row)) return
        const reason = (because as Record<Refused, Reason<Viewer, Row>>)[action]
        fail('conflict', { message: typeof reason === 'function' ? reason(row, viewer) : reason })
      },
      abilities: (viewer: Viewer, row: Row) =>
        Object.fromEntries(Object.keys(act ?? {}).map((action) => [action, can(viewer, action as Act, row)])) as Record<
          Act,
          boolean
        >,
    }
  }
}
