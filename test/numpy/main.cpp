#include "interpreter.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace numpy {

std::vector<whole> call::list(std::size_t k) const {
  std::vector<whole> out;
  std::istringstream in(words.at(k) == "-" ? "" : words.at(k));
  for (std::string item; std::getline(in, item, ',');)
    out.push_back(std::stol(item));
  return out;
}

namespace {

unsigned digit(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
}

/// A tensor of values that are written as the bytes of each in turn, in hexadecimal digits.
template <class T>
slot listed(call const& c) {
  tensor<T> t(c.shape(1));
  std::string const& digits = c.word(2);
  auto* const to = reinterpret_cast<unsigned char*>(t.data());
  for (std::size_t i = 0; digits != "-" && i < digits.size() / 2; ++i)
    to[i] = static_cast<unsigned char>(16 * digit(digits[2 * i]) + digit(digits[2 * i + 1]));
  return view<T>(t.share());
}

// The letters of commands.py for types of elements.
template <class T>
constexpr char letter = '?';
template <>
constexpr char letter<double> = 'd';
template <>
constexpr char letter<float> = 'f';
template <>
constexpr char letter<complex128> = 'D';
template <>
constexpr char letter<complex64> = 'F';
template <>
constexpr char letter<bool> = 'b';
template <>
constexpr char letter<whole> = 'i';
template <>
constexpr char letter<uint64_t> = 'U';
template <>
constexpr char letter<uint32_t> = 'J';
template <>
constexpr char letter<int32_t> = 'j';
template <>
constexpr char letter<int8_t> = 's';
template <>
constexpr char letter<uint8_t> = 'u';
template <>
constexpr char letter<int16_t> = 'h';
template <>
constexpr char letter<uint16_t> = 'H';

template <class... T>
slot listed_as(char type, call const& c) {
  slot out;
  static_cast<void>(((letter<T> == type && (out = listed<T>(c), true)) || ...));
  return out;
}

struct writer {
  std::string operator()(std::monostate) const { return " ."; }
  std::string operator()(std::shared_ptr<object> const& o) const { return o->text(); }
  template <class T>
  std::string operator()(view<T> const& v) const {
    std::string out{' ', letter<T>, ' '};
    for (int k = 0; k < v.rank(); ++k)
      out += (k == 0 ? "" : ",") + std::to_string(v.extent(k));
    out += v.rank() == 0 ? "- " : " ";
    for (T const& x : v) {
      unsigned char bytes[sizeof(T)];
      std::memcpy(bytes, &x, sizeof(T));
      for (const unsigned char b : bytes)
        for (const unsigned d : {b / 16u, b % 16u})
          out += "0123456789abcdef"[d];
    }
    return v.size() == 0 ? out + '-' : out;
  }
};

/// What became of one program: each register at its end, or the error that there is in its place.
class program {
public:
  void run(table const& commands, std::string const& line) {
    std::istringstream in(line);
    std::string name;
    call c{registers_, {}};
    in >> name;
    for (std::string word; in >> word;)
      c.words.push_back(word);
    slot result;
    std::string error;
    try {
      const auto found = commands.find(name);
      if (found == commands.end())
        throw std::invalid_argument("no such command: " + name);
      result = found->second(c);
    } catch (shape_error const& e) {
      error = std::string("shape ") + e.what();
    } catch (index_error const& e) {
      error = std::string("index ") + e.what();
    } catch (layout_error const& e) {
      error = std::string("layout ") + e.what();
    } catch (missing_operand const&) {
      error = "missing";
    } catch (std::exception const& e) {
      error = std::string("other ") + e.what();
    }
    registers_.push_back(result);
    errors_.push_back(error);
  }
  void print() const {
    for (std::size_t k = 0; k < registers_.size(); ++k) {
      if (errors_[k].empty())
        std::puts(text_of(registers_[k]).c_str());
      else
        std::printf(" ! %s\n", errors_[k].c_str());
    }
  }

private:
  std::vector<slot> registers_;
  std::vector<std::string> errors_;
};

} // namespace

std::string text_of(views const& v) {
  return std::visit(writer{}, v);
}

} // namespace numpy

/// Reads programs from a file: each begins with a line "program" and has one command a line, which fills the next
/// register. Prints, after the same line, a line for each register. Without a file it prints the commands that it has.
int main(int argc, char** argv) {
  using namespace numpy;
  table& commands = commands_of_source::all();
  commands["new"] = [](call const& c) {
    return listed_as<double, float, whole, bool, complex128, complex64, int8_t, uint8_t, int16_t, uint16_t, int32_t,
                     uint32_t, uint64_t>(c.word(0)[0], c);
  };
  if (argc < 2) {
    for (auto const& [name, run] : commands)
      std::puts(name.c_str());
    return 0;
  }
  std::ifstream in(argv[1]);
  program now;
  for (std::string line; std::getline(in, line);)
    if (line == "program") {
      now.print();
      now = program();
      std::puts("program");
    } else {
      now.run(commands, line);
    }
  now.print();
  std::puts("end");
}
