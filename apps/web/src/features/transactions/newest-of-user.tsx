import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { use } from 'react'
import { SaleAmount } from '#web/entities/payment/sale-amount.tsx'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { FactsHeadingLevel } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import classes from './newest-of-user.module.css'
import { SaleStateBadge } from './sale-state.tsx'
import type { SalesSource } from './transactions-of-user.tsx'

const SHOWN = 3

function Sale({ sale }: { sale: PartyTransaction }) {
  return (
    <li>
      <span className={classes.sale}>
        {sale.product.map(({ name }) => name).join(', ')}
        <Text size="sm" c="dimmed">
          <SaleLink id={sale.id} invoice={sale.invoice_id} /> · <DateText value={sale.date} />
        </Text>
      </span>
      <Group gap="xs" wrap="nowrap">
        {sale.state !== 'paid' && <SaleStateBadge state={sale.state} />}
        <span style={{ textAlign: 'right' }}>
          <SaleAmount {...sale} />
        </span>
      </Group>
    </li>
  )
}

interface Props {
  source: SalesSource
  /** Opens the tab with all sales. */
  onAll: () => void
}

/** The newest sales of a user, among the details: most questions about a patient are about the last payment. */
export function NewestOfUser({ source: { call, id, filter }, onAll }: Props) {
  const level = use(FactsHeadingLevel)
  const list = useQuery(apiQuery(call, { params: { id }, query: { limit: SHOWN, ...filter } }))
  return (
    <section aria-label="Transactions">
      <Title order={level} fz="sm" mb="xs">
        Transactions
      </Title>
      <Loaded query={list} skeleton={<Skeleton h={44} />}>
        {({ count, results }) => (
          <>
            {count === 0 ? (
              <Text c="dimmed">No purchases yet</Text>
            ) : (
              <ul className={classes.list}>
                {results.map((sale) => (
                  <Sale key={sale.id} sale={sale} />
                ))}
              </ul>
            )}
            {count > SHOWN && (
              <Anchor component="button" type="button" onClick={onAll}>
                All {count} transactions
              </Anchor>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
