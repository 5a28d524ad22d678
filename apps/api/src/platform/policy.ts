/** Rules about single rows. Refusals and the `can` map of an answer come from the same predicates. */
import { fail } from './fail.ts'

type Rule<Who, Row> = (who: Who, row: Row) => boolean

export function policy<Who, Row>() {
  return <Action extends string>(rules: Record<Action, Rule<Who, Row>>) => ({
    can: (who: Who, action: Action, row: Row) => rules[action](who, row),
    authorize: (who: Who, action: Action, row: Row): void => {
      if (!rules[action](who, row)) fail('forbidden')
    },
    abilities: (who: Who, row: Row) =>
      Object.fromEntries(Object.keys(rules).map((action) => [action, rules[action as Action](who, row)])) as Record<
        Action,
        boolean
      >,
  })
}
