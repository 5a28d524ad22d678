import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends ButtonProps {
  busy: boolean
  children: ReactNode
}

/** Shows a spinner and is disabled while the form is sent. */
export function SubmitButton({ busy, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" loading={busy} aria-busy={busy}>
      {children}
    </Button>
  )
}
