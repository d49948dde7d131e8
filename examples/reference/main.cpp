// The examples of doc/reference, section by section. They write their files into the folder that is named, or here.
#include "../common.hpp"

#include <filesystem>
#include <iostream>

void making_tensors();
void asking();
void views();
void elementwise();
void comparing();
void reductions();
void scans();
void statistics();
void generators();
void random_numbers();
void rearranging();
void picking();
void products();
void decompositions();
void sparse_matrices();
void sparse_solutions();
void special_matrices();
void fourier_transforms();
void files();
void hdf5_files();
void printing();
void interchange();
void interface_for_c();
void dynamic_types();
void index_expressions();
void grids();
void boundary_policies();
void roots_and_integrals();
void interpolation();
void polynomials_and_samples();
void special_functions();
void records();
void tables();
void equations();
void rotations();
void gradients();
void operations();
void learning();
void layers();
void training();
void running();
void errors();
void messages();
void building();

namespace {

void section(char const* title, void (*examples)()) {
  std::cout << "## " << title << '\n';
  examples();
}

} // namespace

int main(int count, char** argument) {
  if (count > 1)
    std::filesystem::current_path(argument[1]);
  return run("reference", [] {
    section("Making tensors", making_tensors);
    section("Asking a tensor", asking);
    section("Indexing and views", views);
    section("Element-wise", elementwise);
    section("Comparing and masks", comparing);
    section("Reductions", reductions);
    section("Scans", scans);
    section("Order statistics and counts", statistics);
    section("Generators", generators);
    section("Random", random_numbers);
    section("Rearranging", rearranging);
    section("Picking and sorting", picking);
    section("Products", products);
    section("Decompositions", decompositions);
    section("Sparse matrices", sparse_matrices);
    sparse_solutions();
    section("Special matrices", special_matrices);
    section("Fourier transforms", fourier_transforms);
    section("Files", files);
    section("HDF5", hdf5_files);
    section("Messages between ranks", messages);
    section("Printing", printing);
    section("Interchange", interchange);
    section("Tensors for C", interface_for_c);
    section("Dynamic types", dynamic_types);
    section("Index expressions", index_expressions);
    section("Grids", grids);
    section("Boundary policies", boundary_policies);
    section("Numerics", roots_and_integrals);
    interpolation();
    polynomials_and_samples();
    special_functions();
    section("Records", [] {
      records();
      tables();
      equations();
    });
    section("Geometry", rotations);
    section("Gradients", gradients);
    operations();
    section("Models that learn", training);
    layers();
    learning();
    section("Running and asking", running);
    section("Errors", errors);
    section("For code that is built on weft", building);
    return 0;
  });
}
