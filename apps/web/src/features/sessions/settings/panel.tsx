import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './settings.module.css'

/** A panel that opens inside a screen; it scrolls into view and takes the focus for keyboard and screen reader users. */
export function Panel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack ref={box} gap="md" tabIndex={-1} className={classes.panel}>
      {children}
    </Stack>
  )
}
