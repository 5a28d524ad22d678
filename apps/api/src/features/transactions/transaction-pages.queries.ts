/** Pages of the lists of sales, newest first. A page costs about the same at ten thousand sales and at a million. */
import type { Db } from '#api/db/db.ts'
import { bindValues, pageByDayTallies, pageOfMatches, type Query } from '#api/db/paging.ts'
import { matchingSales, type SaleFilter, type TalliedParty, wayToFind, wordValues } from './sale-filters.queries.ts'

export function pageOfSales(db: Db, filter: SaleFilter): Query {
  const way = wayToFind(filter)
  if (way.by === 'tallies') return byTallies(db, filter, way.key, way.party)
  return way.by === 'words' ? byWords(db, filter) : byIndex(db, filter)
}

function byTallies(db: Db, filter: SaleFilter, key: string, party: TalliedParty | undefined): Query {
  const { product_id: product, date_after: after, date_before: before } = filter
  return pageByDayTallies(
    db,
    {
      days: 'transactions',
      months: 'transaction_months',
      key,
      after,
      before,
      rows: (bind) => {
        const ofParty = party ? `and t.${party} = ${bind(filter[party])}` : ''
        const ofProduct = product === undefined ? '' : `and t.product_id = ${bind(product)}::smallint`
        return `transactions t where t.domain_id = $1 ${ofParty} ${ofProduct}`
      },
    },
    filter,
  )
}

/** Counts all matches: these filters leave few sales. A plain string, because Kysely takes 30 microseconds more. */
function byIndex(db: Db, filter: SaleFilter): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const sql = `
    select t.id, t.day
    from ${matchingSales(filter, bind)}`
  return pageOfMatches({ sql, parameters }, filter, 'day desc, id desc')
}

function byWords(db: Db, filter: SaleFilter): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const values = [...wordValues(filter), filter.offset, filter.limit].map(bind)
  return { sql: `select count, ids from find_transactions(${values.join(', ')})`, parameters }
}
