import { Button } from '@fluentui/react-components';
import { Warning48Regular } from '@fluentui/react-icons';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../widgets/EmptyState.tsx';

interface CrashScreenProps {
  children: ReactNode;
  /** Has the page loaded anew; it may not do so itself. */
  onReload: () => void;
}

/** What the person sees when a part of the window fails; the rest of the program goes on. */
export class CrashScreen extends Component<CrashScreenProps, { failed: boolean }> {
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
            <Button onClick={this.props.onReload}>Reload window</Button>
          </>
        }
      >
        Your documents are safe: saving and filing go on without the window.
      </EmptyState>
    );
  }
}
