import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icons.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'normal' | 'primary' | 'plain' | 'danger'
  icon?: IconName
  small?: boolean
}

export function Button({ kind = 'normal', icon, small, className = '', children, ...rest }: ButtonProps) {
  const classes = ['button', kind === 'normal' ? '' : kind, children ? '' : 'icon', small ? 'small' : '', className]
  return (
    <button type="button" {...rest} className={classes.filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  )
}
