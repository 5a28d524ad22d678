import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { LABELS_PER_SHEET } from '@vialdesk/contract/single-vials'
import { type FormEvent, useState } from 'react'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { getsLabel, type LabelVial, labelCountText, skippedVialsText } from './label-plan.ts'
import { SheetPicture } from './sheet-picture.tsx'
import { useLabelSheet } from './use-label-sheet.ts'

interface Props {
  vials: readonly LabelVial[]
  opened: boolean
  onClose: () => void
}

function LabelSheetForm({ vials, onClose }: Omit<Props, 'opened'>) {
  const [skip, setSkip] = useState<number | string>(0)
  const { busy, failure, save } = useLabelSheet(onClose)
  const labelled = vials.filter(getsLabel)
  const used = Number(skip) || 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save(labelled, used)
  }
  const skippedText = skippedVialsText(vials)
  return (
    <form onSubmit={submit} noValidate aria-label="Print labels">
      <Stack gap="md">
        {failure && <ErrorSummary message={failure} />}
        <Group gap="lg" align="flex-start" wrap="nowrap">
          <Stack gap="md" flex={1} miw={0}>
            <Text role="status" fw={600}>
              {labelCountText(labelled.length, used)}
            </Text>
            {skippedText && <Text c="dimmed">{skippedText}</Text>}
            <WholeNumberInput
              label="Labels already used on the sheet"
              description="0 for a new sheet. The picture shows where the labels go."
              value={skip}
              onChange={setSkip}
              min={0}
              max={LABELS_PER_SHEET - 1}
              clampBehavior="strict"
              data-autofocus
            />
          </Stack>
          <SheetPicture labels={labelled.length} skip={used} onPick={setSkip} />
        </Group>
        <Text c="dimmed" fz="sm">
          For letter sheets with three columns of ten labels, 2⅝ × 1 inch each. Print at 100%, not fitted to the page.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={busy}>Save PDF</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the used labels of the sheet and saves the PDF. Resets at each opening. */
export function LabelSheetDialog({ vials, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Print labels" centered size="md">
      <LabelSheetForm vials={vials} onClose={onClose} />
    </Modal>
  )
}
