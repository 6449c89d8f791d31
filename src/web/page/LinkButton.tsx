import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

/** Draws a link to a page of this app as a button: one stop of Tab, and a new tab where the browser is asked for one. */
export const LinkButton = ({ to, ...button }: ButtonProps & { to: string }) => (
  <Button {...button} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />
)
