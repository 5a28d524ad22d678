import { Button, type ButtonProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { getsLabel, type LabelVial } from './label-plan.ts'
import { LabelSheetDialog } from './label-sheet-dialog.tsx'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  /** The selected vials in label order. */
  vials: readonly LabelVial[]
  /** Text of the button; 'Print labels' by default. */
  children?: string
}

/**
 * Opens the dialog that saves labels of the selected vials as a PDF: `<LabelSheetButton vials={selected} />`. Shipped and
 * disposed vials get no label, as the dialog says; the button is disabled without other vials.
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
        disabled={!vials.some(getsLabel)}
      >
        {children}
      </Button>
      <LabelSheetDialog vials={vials} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
