import { Alert, Stack, Text } from '@mantine/core'
import { IconLinkOff, IconShieldCheck, IconX } from '@tabler/icons-react'
import type { AuditChain } from '@vialdesk/contract/business/audit'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { CopyField } from '#web/ui/text/copy-field.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

/** A head is kept every night, so a new portal has none. */
const keptText = ({ kept_heads, newest_kept }: AuditChain) =>
  newest_kept === null
    ? 'No last row was kept outside the database yet.'
    : `Compared with the last rows of ${formatCount(kept_heads)} ${kept_heads === 1 ? 'day' : 'days'} that are kept outside the database, the newest of ${formatDay(newest_kept)}.`

const wrongText = ({ wrong_heads }: AuditChain) => wrong_heads.map(({ day, reason }) => `${formatDay(day)}: ${reason}.`).join(' ')

const isBroken = ({ problem, wrong_heads }: AuditChain) => problem !== null || wrong_heads.length > 0

const Result = ({ chain }: { chain: AuditChain }) => (
  <Stack gap="sm">
    <Text size="sm">
      {chain.problem
        ? `Row ${formatCount(chain.problem.id)}: ${chain.problem.reason}. Do not trust the rows from there on, and compare them with a backup.`
        : !isBroken(chain) && 'No row was changed, removed or inserted.'}{' '}
      {formatCount(chain.rows)} rows, verified <DateText value={chain.verified_at} withTime />. {keptText(chain)}
    </Text>
    {chain.wrong_heads.length > 0 && (
      <Text size="sm">
        The audit differs from last rows that are kept outside the database. {wrongText(chain)} Rows were removed or rewritten, or
        an older backup was restored.
      </Text>
    )}
    {chain.head && !isBroken(chain) && (
      <CopyField
        label={`Hash of row ${formatCount(chain.head_id ?? 0)}`}
        value={chain.head}
        hint="It covers all rows before. Keep it outside the portal. A later export must have it in the same row."
      />
    )}
  </Stack>
)

interface Props {
  /** The result of `useMutation`. */
  verification: { data: AuditChain | undefined; error: Error | null; isPending: boolean }
}

/** The result of the last verification; nothing before the first one. */
export function ChainState({ verification: { data, error, isPending } }: Props) {
  if (isPending)
    return <Text role="status">Verifying every row… This takes about half a minute per million rows. You can go on working.</Text>
  if (error)
    return (
      <Alert color="red" role="alert" icon={<IconX size={18} />} title="The chain could not be verified">
        {readErrorMessage(error)}
      </Alert>
    )
  if (!data) return null
  const broken = isBroken(data)
  return (
    <Alert
      color={broken ? 'red' : 'green'}
      role={broken ? 'alert' : 'status'}
      icon={broken ? <IconLinkOff size={18} /> : <IconShieldCheck size={18} />}
      title={broken ? 'The chain is broken' : 'The chain is unbroken'}
    >
      <Result chain={data} />
    </Alert>
  )
}
