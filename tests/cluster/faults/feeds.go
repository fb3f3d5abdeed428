package main

import "fmt"

// feed is one open answer that receives what the command "feed" says. Its queue has no limit: commands never wait.
type feed struct {
	more   chan struct{} // one signal at most
	queue  [][]byte      // guarded by the server's mutex
	closed bool
}

func (s *server) openFeed(name string) *feed {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	f := &feed{more: make(chan struct{}, 1)}
	if s.feeds[name] == nil {
		s.feeds[name] = map[*feed]bool{}
	}
	s.feeds[name][f] = true
	return f
}

func (s *server) closeFeed(name string, f *feed) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.feeds[name], f)
}

// put appends to the queue; the caller holds the mutex.
func (f *feed) put(p []byte) {
	f.queue = append(f.queue, p)
	f.wake()
}

func (f *feed) wake() {
	select {
	case f.more <- struct{}{}:
	default:
	}
}

// take empties the queue.
func (s *server) take(f *feed) (texts [][]byte, closed bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	texts, f.queue = f.queue, nil
	return texts, f.closed
}

// follow sends what comes until the feed is closed; an error when nobody listens any more.
func (x *exchange) follow(f *feed) error {
	if err := x.begin(); err != nil {
		return err
	}
	for {
		texts, closed := x.take(f)
		for _, text := range texts {
			if err := x.send(text); err != nil {
				return err
			}
		}
		if closed {
			return nil
		}
		select {
		case <-x.gone():
			return errEnded
		case <-f.more:
		}
	}
}

func makeFeed(name string) (step, error) {
	return func(x *exchange) error {
		f := x.openFeed(name)
		defer x.closeFeed(name, f)
		return x.follow(f)
	}, nil
}

func feedText(s *server, words []string, text string) (string, error) {
	if len(words) < 2 {
		return "", fmt.Errorf("feed NAME TEXT")
	}
	p, err := unescape(text[len(words[0])+1:])
	if err != nil {
		return "", err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for f := range s.feeds[words[0]] {
		f.put(p)
	}
	return fmt.Sprint(len(s.feeds[words[0]])), nil
}

func unfeed(s *server, words []string, text string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for f := range s.feeds[text] {
		f.closed = true
		f.wake()
	}
	return fmt.Sprint(len(s.feeds[text])), nil
}

func countReaders(s *server, _ []string, text string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return fmt.Sprint(len(s.feeds[text])), nil
}
