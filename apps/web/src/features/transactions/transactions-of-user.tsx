import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PartyTransaction } from '@vialdesk/contract/money/transactions'
import { use } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { SaleAmount, SaleLink } from '#web/entities/payment/sale-link.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { FactsHeadingLevel } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { transactionsOfUserColumns } from './party-transactions.columns.tsx'
import { SaleStateBadge, TransactionTotals } from './transaction-totals.tsx'

const SHOWN = 3

function Sale({ sale }: { sale: PartyTransaction }) {
  return (
    <Group component="li" align="baseline" justify="space-between" wrap="nowrap">
      <Box component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {sale.product.map(({ name }) => name).join(', ')}
        <Text size="sm" c="dimmed">
          <SaleLink id={sale.id} invoice={sale.invoice_id} /> · <DateText value={sale.date} />
        </Text>
      </Box>
      <Group gap="xs" wrap="nowrap">
        {sale.state !== 'paid' && <SaleStateBadge state={sale.state} />}
        <span style={{ textAlign: 'right' }}>
          <SaleAmount {...sale} />
        </span>
      </Group>
    </Group>
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
      <Loaded query={list} skeleton={[44]}>
        {({ count, results }) => (
          <>
            {count === 0 ? (
              <Text c="dimmed">No purchases yet</Text>
            ) : (
              <Stack component="ul" gap={8} mb={8}>
                {results.map((sale) => (
                  <Sale key={sale.id} sale={sale} />
                ))}
              </Stack>
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

/** The calls that list the sales of a party, each with the filter of totals that has the sales of the user in the path. */
const partyKeys = {
  'GET /api/v1/harvest-centers/{id}/transactions-history/': 'harvest_center_id',
  'GET /api/v1/rhc-association/{id}/transactions-history/': 'referral_harvest_center_id',
  'GET /api/v1/users/patient/{id}/purchases/': 'patient_id',
  'GET /api/v1/sales-rep/{id}/my-transactions/': 'sales_rep_id',
  'GET /api/v1/sales-rep/{id}/team-transactions/': 'sales_manager_id',
  'GET /api/v1/sales-distributors/{id}/team-transactions/': 'sales_distributor_id',
} as const
type SalesCall = keyof typeof partyKeys

export interface SalesSource {
  call: SalesCall
  /** The user in the path: the shown one, or the reader, whose own sales are filtered. */
  id: number
  filter?: { patient_id?: number; sales_rep_id?: number; sales_manager_id?: number; harvest_center_id?: number }
}

/** Leaves out the column that would name the shown user in each row. */
function columnsOf(call: SalesCall, filter: SalesSource['filter']) {
  const isOfPatient = call === 'GET /api/v1/users/patient/{id}/purchases/' || filter?.patient_id !== undefined
  const isOfCenter = call.endsWith('/transactions-history/') && filter === undefined
  return transactionsOfUserColumns.filter(({ key }) => !(isOfPatient && key === 'patient') && !(isOfCenter && key === 'center'))
}

const salesOf = ({ call, filter }: SalesSource) =>
  defineList(call, {
    name: 'transactions-of-user',
    label: 'Transactions',
    pageSize: 10,
    isLocal: true,
    // A patient has few purchases, and no list of its own that can be exported.
    ...(call !== 'GET /api/v1/users/patient/{id}/purchases/' && {
      exports: { rows: ['transaction', 'transactions'], onlyAll: true } as never,
    }),
    columns: columnsOf(call, filter) as never,
    rowName: ({ invoice_id }) => invoice_id,
    empty: 'Purchases at the checkout appear here.',
  })

/** The sales of one user, in a tab of its drawer or page. */
export function TransactionsOfUser({ source }: { source: SalesSource }) {
  const { call, id, filter } = source
  const seesTotals = useMayCall('GET /api/v1/transactions/totals/')
  return (
    <>
      <List of={salesOf(source)} params={{ id }} query={filter} />
      {seesTotals && <TransactionTotals filter={{ [partyKeys[call]]: id, ...filter }} />}
    </>
  )
}
