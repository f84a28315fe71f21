import { Title3 } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import icon from '../assets/icon.svg';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';
import { useWelcomeStyles } from './welcomeStyles.ts';

export function WelcomeCard({ title, children }: { title: string; children: ReactNode }) {
  const styles = useWelcomeStyles();
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <div className={styles.head}>
          <img src={icon} alt="" className={styles.icon} />
          <Title3 as="h1" className={styles.title}>
            {title}
          </Title3>
          <span className={styles.grow} />
          <ProfileMenu />
        </div>
        {children}
      </div>
    </div>
  );
}
