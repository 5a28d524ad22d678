import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Refund, RefundStatus } from '@vialdesk/contract/transaction-changes'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess, showWarning } from '#web/lib/browser/toast.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const statuses: Record<RefundStatus, { meaning: StatusMeaning; text: string }> = {
  sending: { meaning: 'waiting', text: 'Being sent' },
  unknown: { meaning: 'waiting', text: 'Waiting for the provider' },
  review: { meaning: 'bad', text: 'Needs review' },
  done: { meaning: 'good', text: 'Done' },
  refused: { meaning: 'neutral', text: 'Refused' },
}

function CheckAgain({ refund }: { refund: Refund }) {
  const recheck = useMutation({
    ...apiMutation('POST /api/v1/refunds/{id}/recheck/'),
    onSuccess: ({ status, message }) =>
      status === 'unknown' || status === 'review' ? showWarning('The provider gave no clear answer.') : showSuccess(message),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={recheck.isPending}
      onClick={() => recheck.mutate({ params: { id: refund.id } })}
      aria-label={`Check the ${refund.kind} of ${formatMoney(refund.amount)} again`}
    >
      Check again
    </Button>
  )
}

/** The refunds and voids of a sale, for admins. */
export function SaleRefunds({ refunds }: { refunds: Refund[] }) {
  return (
    <Section title="Refunds" lead="Money that was given back, or that the provider was asked to give back.">
      <Stack gap="xs" component="ul">
        {refunds.map((refund) => {
          const { meaning, text } = statuses[refund.status]
          return (
            <Card key={refund.id} component="li" withBorder padding="sm">
              <Group justify="space-between" gap="xs">
                <Text fw={600}>
                  {refund.kind === 'void' ? 'Void' : 'Refund'} of {formatMoney(refund.amount)}
                </Text>
                <Group gap="xs">
                  <StatusBadge meaning={meaning}>{text}</StatusBadge>
                  {(refund.status === 'unknown' || refund.status === 'review') && <CheckAgain refund={refund} />}
                </Group>
              </Group>
              <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{refund.note}</Text>
              <Text size="sm" c="dimmed">
                {refund.who} · <DateText value={refund.date} withTime />
                {refund.status === 'refused' && ` · ${refund.message}`}
              </Text>
            </Card>
          )
        })}
      </Stack>
    </Section>
  )
}
