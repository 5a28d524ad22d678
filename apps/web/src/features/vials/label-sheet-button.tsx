import { Button, type ButtonProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { hasLabel, type Labelled } from './label-plan.ts'
import { LabelSheetDialog } from './label-sheet-dialog.tsx'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  /** The chosen ones, in the order in which their labels are to be. */
  vials: readonly Labelled[]
  /** On the button; 'Print labels' unless said otherwise. */
  children?: string
}

/**
 * Opens the dialog that saves labels of the chosen vials as a PDF: `<LabelSheetButton vials={chosen} />`. Vials that were shipped or
 * disposed of may be among them: the dialog says that they get none, and with nothing else chosen the button is disabled.
 */
export function LabelSheetButton({ vials, variant = 'default', size, children = 'Print labels' }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        leftSection={<IconPrinter size={16} />}
        onClick={() => setOpened(true)}
        disabled={!vials.some(hasLabel)}
      >
        {children}
      </Button>
      <LabelSheetDialog vials={vials} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
