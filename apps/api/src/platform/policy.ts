/** Rules about single rows. Refusals and the `can` map of an answer come from the same predicates. */
import { fail } from './fail.ts'

type Rule<Viewer, Row> = (viewer: Viewer, row: Row) => boolean

export function policy<Viewer, Row>() {
  return <Action extends string>(rules: Record<Action, Rule<Viewer, Row>>) => ({
    can: (viewer: Viewer, action: Action, row: Row) => rules[action](viewer, row),
    authorize: (viewer: Viewer, action: Action, row: Row): void => {
      if (!rules[action](viewer, row)) fail('forbidden')
    },
    abilities: (viewer: Viewer, row: Row) =>
      Object.fromEntries(Object.keys(rules).map((action) => [action, rules[action as Action](viewer, row)])) as Record<
        Action,
        boolean
      >,
  })
}
