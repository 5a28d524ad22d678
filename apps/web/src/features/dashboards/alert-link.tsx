import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

/** The link of an alert to the list that the alert counts. It has the color of the alert. */
export const AlertLink = ({ link, children }: { link: LinkProps | undefined; children: string }) => (
  <Anchor inherit fw={600} c="inherit" underline="always" renderRoot={(props) => <Link {...props} {...link} />}>
    {children}
  </Anchor>
)
