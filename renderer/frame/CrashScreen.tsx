import { Button } from '@fluentui/react-components';
import { Warning48Regular } from '@fluentui/react-icons';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../widgets/EmptyState.tsx';

/** What the person sees when a part of the window fails; the rest of the program goes on. */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the window failed.', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        icon={<Warning48Regular />}
        title="This part of the window stopped working"
        actions={
          <>
            <Button appearance="primary" onClick={() => this.setState({ failed: false })}>
              Try again
            </Button>
            <Button onClick={() => window.location.reload()}>Reload window</Button>
          </>
        }
      >
        Your documents are safe: saving and filing go on without the window.
      </EmptyState>
    );
  }
}
